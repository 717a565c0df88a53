import { checkBatch, saveBatch } from '@postroom/contract/shipment-batch'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useBalance } from '../../accounts/balance-queries.ts'
import { call } from '../../api/call.ts'
import { useDevices } from '../../device/device-context.tsx'
import { withLabelFor } from '../../printing/label-for.ts'
import { draftsOf, type Exceptions } from './drafts.ts'
import type { ReadRow } from './addressees/rows.ts'
import type { Choices } from './what-step.tsx'

/** The price of every row, and the purchase of those that can be bought. */
export function useCheck(
  rows: readonly ReadRow[],
  choices: Choices,
  exceptions: Exceptions,
  onBought: (batch: string) => void,
) {
  const { byKind } = useDevices()
  const { account } = useBalance()
  const by = account?.id
  const wanted = useMemo(() => {
    // another content is another batch; the same content, sent again after a lost answer, is the same
    const id = crypto.randomUUID()
    const drafts = by === undefined ? [] : draftsOf(rows, choices, exceptions, by)
    return { id, rows: drafts.map(({ row, shipment }) => ({ row, key: `${id}.${row.number}`, shipment })) }
  }, [rows, choices, exceptions, by])
  const checked = useQuery({
    queryKey: ['batch-check', wanted.id],
    queryFn: ({ signal }) =>
      call(checkBatch, { body: { rows: wanted.rows.map(({ key, shipment }) => ({ key, shipment })) } }, { signal }),
    enabled: wanted.rows.length > 0,
    staleTime: Infinity,
    gcTime: 0,
  })
  const answers = useMemo(() => new Map(checked.data?.rows.map((row) => [row.key, row])), [checked.data])
  const priced = useMemo(
    () => wanted.rows.map(({ row, key, shipment }) => ({ id: row.id, row, key, shipment, answer: answers.get(key) })),
    [wanted, answers],
  )
  const good = priced.filter(({ answer }) => answer?.amount !== undefined)
  const buying = useMutation({
    mutationFn: () =>
      call(saveBatch, {
        query: { batch_id: wanted.id },
        body: {
          rows: good.map(({ key, shipment, answer }) => ({
            key,
            shipment: withLabelFor(
              { ...shipment, charges: { total_charge: answer?.amount ?? 0 } },
              (kind) => byKind[kind].config?.[kind],
            ),
          })),
        },
      }),
    onSuccess: ({ id }) => onBought(id),
  })
  const paying = checked.data?.accounts[0]
  return {
    rows: priced,
    good: good.length,
    total: paying?.amount ?? 0,
    /** Pence that are missing for all rows. */
    missing: Math.max(0, (paying?.amount ?? 0) - (paying?.available ?? 0)),
    checked,
    buying,
  }
}
type Check = ReturnType<typeof useCheck>
export type PricedRow = Check['rows'][number]
