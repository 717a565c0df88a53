import { checkBatch, saveBatch } from '@postroom/contract/shipment-batch'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { useDevices } from '../../device/device-context.tsx'
import { withLabelFor } from '../../printing/label-for.ts'
import { withService, type Exceptions, type Item } from './drafts.ts'
import { firstKey } from './row-key.ts'

/** The price of every item, and the purchase of those that can be bought. */
export function useCheck(items: readonly Item[], exceptions: Exceptions, onBought: (batch: string) => void) {
  const { byKind } = useDevices()
  const wanted = useMemo(() => {
    // another content is another batch; the same content, sent again after a lost answer, is the same
    const id = crypto.randomUUID()
    const rows = items.map((item) => ({
      id: String(item.number),
      number: item.number,
      key: item.key ?? firstKey(id, item.number),
      shipment: withService(item, exceptions[item.number]),
    }))
    return { id, rows }
  }, [items, exceptions])
  const checked = useQuery({
    queryKey: ['batch-check', wanted.id],
    queryFn: ({ signal }) =>
      call(checkBatch, { body: { rows: wanted.rows.map(({ key, shipment }) => ({ key, shipment })) } }, { signal }),
    enabled: wanted.rows.length > 0,
    staleTime: Infinity,
    gcTime: 0,
  })
  const rows = useMemo(() => {
    const answers = new Map(checked.data?.rows.map((row) => [row.key, row]))
    return wanted.rows.map((row) => ({ ...row, answer: answers.get(row.key) }))
  }, [wanted, checked.data])
  const good = rows.flatMap(({ key, shipment, answer }) =>
    answer?.amount === undefined ? [] : [{ key, shipment: { ...shipment, charges: { total_charge: answer.amount } } }],
  )
  const buying = useMutation({
    mutationFn: () =>
      call(saveBatch, {
        query: { batch_id: wanted.id },
        body: {
          rows: good.map(({ key, shipment }) => ({
            key,
            shipment: withLabelFor(shipment, (kind) => byKind[kind].config?.[kind]),
          })),
        },
      }),
    onSuccess: ({ id }) => onBought(id),
  })
  const { amount = 0, available = 0 } = checked.data?.accounts[0] ?? {}
  return {
    rows,
    good: good.length,
    total: amount,
    /** Pence that are missing for all rows. */
    missing: Math.max(0, amount - available),
    checked,
    buying,
  }
}
type Check = ReturnType<typeof useCheck>
export type PricedRow = Check['rows'][number]
