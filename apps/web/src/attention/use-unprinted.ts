import type { UnprintedShipment } from '@postroom/contract/attention'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useShownShipments } from '../printing/shown-shipments.ts'
import { attentionQuery } from './attention-query.ts'

/** The server learns of a print a moment after the page. */
const SETTLED_MS = 10_000

/**
 * The shipments that are bought and not printed, without those that another part of the page shows. One that is printed
 * from this list is held in it until it has come out: meanwhile the server counts it as queued.
 */
export function useUnprinted() {
  const { data } = useQuery(attentionQuery())
  const shown = useShownShipments()
  const [held, setHeld] = useState<readonly UnprintedShipment[]>([])
  const [settled, setSettled] = useState<readonly string[]>([])
  const hold = useCallback((row: UnprintedShipment) => setHeld((before) => [...without(before, row.id), row]), [])
  const settle = useCallback((id: string) => {
    setHeld((before) => without(before, id))
    setSettled((before) => [...before, id])
    setTimeout(() => setSettled((before) => before.toSpliced(before.indexOf(id), 1)), SETTLED_MS)
  }, [])
  const listed = data?.not_printed ?? { total: 0, rows: [], batches: [] }
  const rows = listed.rows.filter(({ id }) => !shown.includes(id) && !settled.includes(id))
  const others = held.filter(({ id }) => !rows.some((row) => row.id === id))
  const batches = listed.batches.filter(({ id }) => !shown.includes(id))
  const inOpen = listed.batches.filter(({ id }) => shown.includes(id)).reduce((sum, { count }) => sum + count, 0)
  const total = listed.total - inOpen - (listed.rows.length - rows.length) + others.length
  return { rows: [...others, ...rows], batches, total, hold, settle }
}

const without = (rows: readonly UnprintedShipment[], id: string) => rows.filter((row) => row.id !== id)
