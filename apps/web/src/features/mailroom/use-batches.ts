import {
  getBatch,
  listBatches,
  saveBatch,
  stopBatch,
  type BatchRow,
  type ShipmentBatch,
  type WantedRow,
} from '@postroom/contract/shipment-batch'
import { queryOptions, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useUser } from '../../session/use-session.ts'
import type { BatchedRow } from './rows/queue-row.ts'
import type { RowPrint } from './use-row-print.ts'

const LIST_POLL_MS = 5_000
const RUNNING_POLL_MS = 1_500
/** The server lets an organisation run this many at once. */
const RUNNING_MAX = 5
const DISMISSED = 'postroom.mailroom.batch'

const batchesQuery = () =>
  queryOptions({
    queryKey: ['batches', { length: RUNNING_MAX }],
    queryFn: ({ signal }) => call(listBatches, { query: { length: RUNNING_MAX } }, { signal }),
    refetchInterval: LIST_POLL_MS,
    meta: { isQuiet: true },
  })

/** Nothing more becomes of it by itself. */
const isSettled = ({ state, bought }: BatchRow) => state !== 'bought' || bought?.print_state === 'printed'

const batchQuery = (id: string) =>
  queryOptions({
    queryKey: ['batches', id],
    queryFn: ({ signal }) => call(getBatch, { params: { id } }, { signal }),
    refetchInterval: ({ state: { data } }) => {
      if (data?.state !== 'done') return RUNNING_POLL_MS
      return data.rows.every(isSettled) ? false : LIST_POLL_MS
    },
    meta: { isQuiet: true },
  })

/** The code of a row of the queue by its id, while this page knows it. */
type Codes = (pendingId: string) => string | undefined

/** The batches that are being bought, and the one of this user to show until they close it. */
export function useBatches(printSold: RowPrint['printSold'], codes: Codes) {
  const { id: userId } = useUser()
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { data: list } = useQuery(batchesQuery())
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(DISMISSED))
  const [printed, setPrinted] = useState<string>()

  const own = list?.data.find(({ created_by }) => created_by === userId)
  const shown = own && own.id !== dismissed ? own : list?.data.find(({ state }) => state === 'running')
  const followed = (list?.data ?? []).filter(({ id, state }) => state === 'running' || id === shown?.id)
  const batches = useQueries({ queries: followed.map(({ id }) => batchQuery(id)) }).flatMap(({ data }) => data ?? [])
  const batch = batches.find(({ id }) => id === shown?.id)
  const rows = batches.flatMap((one) => one.rows)
  const stamp = rows.map(({ key, state }) => key + state).join()
  const batched = useMemo(
    () =>
      new Map(
        rows.map(({ key, state, error }): [string, BatchedRow] => {
          const why = error && t(`backendError.${error.code}`, { defaultValue: error.description })
          return [key, { state, why, code: error?.code }]
        }),
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- the stamp names every state of every row
    [stamp, t],
  )
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: ['pending'] })
    void queryClient.invalidateQueries({ queryKey: ['balance'] })
  }, [stamp, queryClient])
  useBatchPrint(batch?.id === printed ? batch : undefined, printSold, codes)

  const start = useMutation({
    mutationFn: (wanted: readonly WantedRow[]) =>
      call(saveBatch, { query: { batch_id: crypto.randomUUID() }, body: { rows: [...wanted] } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(batchQuery(saved.id).queryKey, saved)
      setPrinted(saved.id)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['batches'] }),
  })
  const stop = useMutation({
    mutationFn: (id: string) => call(stopBatch, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['batches'] }),
  })
  return {
    batch,
    isOwn: batch?.created_by === userId,
    /** Whether this page prints the labels; a page opened again asks first. */
    isPrinting: batch !== undefined && batch.id === printed,
    batched,
    start,
    stop,
    printHere: () => setPrinted(batch?.id),
    dismiss: () => {
      if (!batch) return
      localStorage.setItem(DISMISSED, batch.id)
      setDismissed(batch.id)
    },
  }
}

/** Prints the bought rows of a batch in its order. */
function useBatchPrint(batch: ShipmentBatch | undefined, printSold: RowPrint['printSold'], codes: Codes): void {
  const next = useRef({ id: '', position: 0, turn: Promise.resolve() })
  const latest = useRef({ printSold, codes })
  useEffect(() => {
    latest.current = { printSold, codes }
  })
  useEffect(() => {
    if (!batch) return
    if (next.current.id !== batch.id) next.current = { id: batch.id, position: 0, turn: Promise.resolve() }
    const place = next.current
    for (let row = batch.rows[place.position]; row; row = batch.rows[place.position]) {
      if (row.state === 'waiting' || row.state === 'buying' || row.state === 'unknown') return
      place.position += 1
      const { key: pending_id, shipment_id: id, bought } = row
      if (row.state !== 'bought' || id === undefined) continue
      const code = latest.current.codes(pending_id) ?? bought?.item_numbers[0] ?? id.slice(0, 8)
      place.turn = place.turn.then(() => latest.current.printSold({ id, code, pending_id })).catch(reportError)
    }
  }, [batch])
}
