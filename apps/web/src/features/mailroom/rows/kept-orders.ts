import * as z from 'zod'
import { SERVICE_CODES } from '@postroom/domain/catalogue/services'

const orderSchema = z.object({
  code: z.string(),
  pending_id: z.string(),
  grams: z.number(),
  service: z.enum(SERVICE_CODES).optional(),
  /** When it was weighed. */
  at: z.number(),
  /** Its purchase may have reached the server. */
  sent: z.boolean(),
  /** Bought: its label is not known to be out. */
  shipment_id: z.string().optional(),
})

/** A row that the operator has bought and whose label is not known to be out. It names no person and no address. */
export type Order = z.output<typeof orderSchema>

/**
 * An order that waits for a connection is bought by itself for a day. Afterwards the item may have gone another way, and the price and
 * the day of posting that the operator had in mind are of another day: they weigh it again.
 */
const KEPT_MS = 24 * 60 * 60 * 1000

/** Whether it has to be weighed again before it is bought. */
export const isTooOld = ({ at, sent }: Order, now: number): boolean => !sent && now - at > KEPT_MS

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The open orders of one user in this browser, oldest first. They survive a lost connection and a closed tab. */
export function ordersOf(userId: string, storage: Storage = localStorage) {
  const name = `postroom.mailroom.${userId}`
  const listeners = new Set<() => void>()
  let orders: readonly Order[] = ordersIn(storage.getItem(name))
  const list = () => orders
  function save(changed: readonly Order[]): void {
    const known = new Set([...orders, ...changed].map(({ code }) => code))
    // another tab of the user keeps its own
    const others = ordersIn(storage.getItem(name)).filter(({ code }) => !known.has(code))
    orders = changed
    const all = [...others, ...changed]
    if (all.length === 0) storage.removeItem(name)
    else storage.setItem(name, JSON.stringify(all))
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
    /** It is bought; it stays until its label is out. */
    bought: (code: string, shipment_id: string): void =>
      save(orders.map((order) => (order.code === code ? { ...order, sent: true, shipment_id } : order))),
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
