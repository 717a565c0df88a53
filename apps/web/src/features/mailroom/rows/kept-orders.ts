import * as z from 'zod'
import { SERVICE_CODES } from '@postroom/domain/catalogue/services'

const orderSchema = z.object({
  code: z.string(),
  pending_id: z.string(),
  grams: z.number(),
  service: z.enum(SERVICE_CODES).optional(),
  /** Its purchase may have reached the server. */
  sent: z.boolean(),
})

/** A row that the operator has bought and whose outcome is not known yet. It names no person and no address. */
export type Order = z.output<typeof orderSchema>

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The open orders of one user in this browser, oldest first. They survive a lost connection and a closed tab. */
export function ordersOf(userId: string, storage: Storage = localStorage) {
  const name = `postroom.mailroom.${userId}`
  const listeners = new Set<() => void>()
  let orders: readonly Order[] = ordersIn(storage.getItem(name))
  const list = () => orders
  function save(changed: readonly Order[]): void {
    orders = changed
    if (changed.length === 0) storage.removeItem(name)
    else storage.setItem(name, JSON.stringify(changed))
    for (const listener of listeners) listener()
  }
  return {
    list,
    /** For `useSyncExternalStore`. */
    watch: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Adds an order, or replaces that of the same row in its place. */
    keep(order: Order): void {
      const at = orders.findIndex(({ code }) => code === order.code)
      save(at === -1 ? [...orders, order] : orders.with(at, order))
    },
    drop: (code: string): void => save(orders.filter((order) => order.code !== code)),
  }
}
export type Orders = ReturnType<typeof ordersOf>

function ordersIn(stored: string | null): Order[] {
  try {
    return z.array(orderSchema).parse(JSON.parse(stored ?? '[]'))
  } catch {
    return []
  }
}
