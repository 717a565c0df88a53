import type { UnprintedShipment } from '@postroom/contract/attention'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useShownShipments } from '../printing/shown-shipments.ts'
import { attentionQuery } from './attention-query.ts'

/**
 * The shipments that are bought and not printed, without those that another part of the page shows. One that is printed
 * from this list stays in it until it has come out: meanwhile the server counts it as queued.
 */
export function useUnprinted() {
  const { data } = useQuery(attentionQuery())
  const shown = useShownShipments()
  const [held, setHeld] = useState<readonly UnprintedShipment[]>([])
  const hold = useCallback(
    (row: UnprintedShipment, isHeld: boolean) =>
      setHeld((before) => [...before.filter(({ id }) => id !== row.id), ...(isHeld ? [row] : [])]),
    [],
  )
  const listed = data?.not_printed ?? { total: 0, rows: [] }
  const rows = listed.rows.filter(({ id }) => !shown.includes(id))
  const others = held.filter(({ id }) => !rows.some((row) => row.id === id))
  const total = listed.total - (listed.rows.length - rows.length) + others.length
  return { rows: [...others, ...rows], total, hold }
}
