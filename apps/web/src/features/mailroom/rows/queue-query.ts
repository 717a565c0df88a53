import { listPending, type QueuedShipment } from '@postroom/contract/shipment-pending'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** The organisation's queue, oldest first. */
export interface Queue {
  rows: readonly QueuedShipment[]
  /** What the next call asks the changes since. */
  at: string
  /** False while further pages are being loaded. */
  isComplete: boolean
}

const PAGE_LENGTH = 100
const POLL_MS = 4_000
const QUEUE_KEY = ['pending'] as const

/** The whole queue, loaded by pages; afterwards only what changed, every few seconds. */
export const queueQuery = (queryClient: QueryClient) =>
  queryOptions({
    queryKey: QUEUE_KEY,
    queryFn: async ({ signal }): Promise<Queue> => {
      const known = queryClient.getQueryData<Queue>(QUEUE_KEY)
      const merged = known?.isComplete ? await withChanges(known, signal) : undefined
      return merged ?? everything(signal, (part) => !known && queryClient.setQueryData(QUEUE_KEY, part))
    },
    refetchInterval: POLL_MS,
    staleTime: 0,
    retry: false,
    // the page itself says that the connection is lost
    meta: { isQuiet: true },
  })

async function everything(signal: AbortSignal, show: (part: Queue) => void): Promise<Queue> {
  const rows = new Map<string, QueuedShipment>()
  let at: string | undefined
  for (let start = 0; ; start += PAGE_LENGTH) {
    const page = await call(listPending, { query: { start, length: PAGE_LENGTH } }, { signal })
    for (const row of page.data) rows.set(row.code, row)
    // changes made while the pages load are asked for again
    at ??= page.at
    const queue = { rows: [...rows.values()], at, isComplete: start + PAGE_LENGTH >= page.total }
    if (queue.isComplete) return queue
    show(queue)
  }
}

async function withChanges(known: Queue, signal: AbortSignal): Promise<Queue | undefined> {
  const changes = await call(listPending, { query: { length: PAGE_LENGTH, changed_after: known.at } }, { signal })
  return changes.total > changes.data.length ? undefined : mergedQueue(known, changes)
}

interface Changes {
  data: readonly QueuedShipment[]
  counts: Record<QueuedShipment['state'], number>
  at: string
  sold: readonly string[]
}

/** The queue after some changes; undefined when rows are missing or left over, so that it has to be loaded again. */
function mergedQueue(known: Queue, { data, counts, at, sold }: Changes): Queue | undefined {
  // a shipment whose purchase was rejected returns under a new id, with its code
  const changed = new Set(data.map(({ code }) => code))
  const gone = new Set(sold)
  const rows = [...known.rows.filter((row) => !changed.has(row.code) && !gone.has(row.pending_id)), ...data]
  const { waiting, weighed, problem } = counts
  if (rows.length !== waiting + weighed + problem) return undefined
  return { rows: rows.toSorted(byAge), at, isComplete: true }
}

const byAge = (a: QueuedShipment, b: QueuedShipment) =>
  a.created_at.localeCompare(b.created_at) || a.pending_id.localeCompare(b.pending_id)
