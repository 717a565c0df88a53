import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useUser } from '../../session/use-session.ts'
import { queueQuery } from './rows/queue-query.ts'
import { rowsOf } from './rows/queue-row.ts'
import { useBatches } from './use-batches.ts'
import { soldIn } from './sold-item.ts'
import { useOrders } from './use-orders.ts'
import type { RowPrint } from './use-row-print.ts'

/** The rows of the mailroom, kept current: the queue, what this page has sold, and the batches. */
export function useRows() {
  const queryClient = useQueryClient()
  const { id: userId } = useUser()
  const queue = useQuery(queueQuery(queryClient))
  const { refetch } = queue
  const orders = useOrders(queue.isSuccess ? queue.dataUpdatedAt : undefined)
  const { worked, printSold } = orders
  const codes = (pendingId: string) => [...worked.values()].find(({ item }) => item.pendingId === pendingId)?.item.code
  const batches = useBatches(printSold, codes)
  const { batched } = batches
  const now = useClock()
  useSoldOnItsPage(printSold)
  const queued = queue.data?.rows
  const rows = useMemo(
    () => queued && rowsOf(queued, worked, batched, { userId, now }),
    [queued, worked, batched, userId, now],
  )
  useEffect(() => {
    const look = () => void refetch()
    addEventListener('online', look)
    return () => removeEventListener('online', look)
  }, [refetch])
  return { queue, rows, orders, batches }
}

const TICK_MS = 5_000

/** The current time to a few seconds, which ends the claims of colleagues. */
const useClock = (): number =>
  useSyncExternalStore(
    (onChange) => {
      const timer = setInterval(onChange, TICK_MS)
      return () => clearInterval(timer)
    },
    () => Math.floor(Date.now() / TICK_MS) * TICK_MS,
  )

/** Prints what was bought on its own page, which has led here. */
function useSoldOnItsPage(printSold: RowPrint['printSold']): void {
  const navigate = useNavigate()
  const { state } = useLocation()
  const latest = useRef(printSold)
  useEffect(() => {
    latest.current = printSold
  })
  useEffect(() => {
    const sold = soldIn(state)
    if (!sold) return
    // a reload prints nothing
    void navigate('.', { replace: true, state: null })
    latest.current(sold).catch(reportError)
  }, [state, navigate])
}
