import type { QueuedShipment } from '@postroom/contract/shipment-pending'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useBalance } from '../../accounts/balance-queries.ts'
import { useUser } from '../../session/use-session.ts'
import { ordersOf, type Order } from './rows/kept-orders.ts'
import type { QueueItem, Work } from './rows/queue-row.ts'
import type { RowEntry } from './rows/row-draft.ts'
import { useRowPrint } from './use-row-print.ts'
import { useSale } from './use-sale.ts'

/** What this page has bought or is buying, by the code of the row. */
export type Worked = ReadonlyMap<string, { item: QueueItem; work: Work }>

/**
 * Buys rows and keeps what became of them. Orders that an earlier page or a lost connection left open are finished in their order as
 * soon as the server answers.
 * @param answeredAt when the server answered last; undefined while it does not
 */
export function useOrders(answeredAt: number | undefined) {
  const { id } = useUser()
  const { account } = useBalance()
  const [worked, setWorked] = useState<Worked>(new Map())
  const orders = useMemo(() => ordersOf(id), [id])
  const show = useCallback(
    (item: QueueItem, work: Work) => {
      if (work.step === 'printed') orders.drop(item.code)
      setWorked((before) => new Map(before).set(item.code, { item, work }))
    },
    [orders],
  )
  const open = useSyncExternalStore(orders.watch, orders.list)
  const rowPrint = useRowPrint(show)
  const { sell, check, sellKept } = useSale(orders, show, rowPrint)
  const busy = useRef(new Set<string>())

  const once = async (order: Order, act: (order: Order) => Promise<void>) => {
    if (busy.current.has(order.code)) return
    busy.current.add(order.code)
    await act(order).finally(() => busy.current.delete(order.code))
  }
  /** Bought by this page, or found to be bought: its row says what is left to do. */
  const isShown = ({ code, shipment_id }: Order) => shipment_id !== undefined && worked.has(code)
  const isFinishing = useRef(false)
  const finishOpen = async () => {
    if (isFinishing.current || !navigator.onLine) return
    isFinishing.current = true
    for (const order of orders.list())
      // one that fails leaves the others
      if (!isShown(order)) await once(order, order.sent ? check : sellKept).catch(reportError)
    isFinishing.current = false
  }
  const latest = useRef(finishOpen)
  useEffect(() => {
    latest.current = finishOpen
  })
  const isReady = account !== undefined
  useEffect(() => {
    if (isReady && answeredAt !== undefined) void latest.current()
  }, [isReady, answeredAt])

  return {
    worked,
    show,
    ...rowPrint,
    /** Orders not bought yet, because there is no connection. */
    kept: open.filter(
      ({ code, shipment_id }) =>
        worked.get(code)?.work.step === 'kept' ||
        (answeredAt === undefined && !worked.has(code) && shipment_id === undefined),
    ),
    isOrdered: (pendingId: string) => orders.list().some((order) => order.pending_id === pendingId),
    buy: (queued: QueuedShipment, entry: RowEntry) =>
      once({ code: queued.code, pending_id: queued.pending_id, ...entry, at: Date.now(), sent: false }, (order) =>
        sell(queued, order),
      ),
    /** Gives up an order that was not sent. */
    forget: (code: string) => {
      orders.drop(code)
      setWorked((before) => new Map([...before].filter(([other]) => other !== code)))
    },
  }
}
