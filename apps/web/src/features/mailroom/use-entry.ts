import { updatePending, type QueuedShipment } from '@postroom/contract/shipment-pending'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useBalance } from '../../accounts/balance-queries.ts'
import { call } from '../../api/call.ts'
import { gramsOf, weightFromText } from '../../item-form/measure-input.ts'
import { useToday } from '../../item-form/use-today.ts'
import type { QueueRow } from './rows/queue-row.ts'
import { questionFor, rowPriceQuery, rowQuote } from './rows/row-price.ts'
import { useScale } from './use-scale.ts'

interface Typed {
  weight?: string
  service?: ServiceCode
}
type Change = Partial<Pick<QueuedShipment, 'problem'>> & {
  grams?: number | undefined
  service?: ServiceCode | undefined
}

/** Weight, service and price of the row that the operator works on. What was typed is kept for each row. */
export function useEntry(row: QueueRow | undefined) {
  const queryClient = useQueryClient()
  const { account } = useBalance()
  const today = useToday()
  const scale = useScale()
  const [typed, setTyped] = useState<ReadonlyMap<string, Typed>>(new Map())
  const own = (row && typed.get(row.code)) ?? {}
  const type = (change: Typed) =>
    row && setTyped((all) => new Map(all).set(row.code, { ...all.get(row.code), ...change }))

  const isFromScale = own.weight === undefined && scale.grams !== undefined
  const weight = own.weight ?? String(scale.grams ?? row?.grams ?? '')
  const read = weightFromText(weight)
  const grams = read && gramsOf(read)
  const service = own.service ?? row?.service
  const queued = row?.queued
  const question =
    queued && grams !== undefined && account
      ? questionFor(queued, { grams, service }, { today, pricing: account.pricing })
      : undefined
  const price = useQuery(question ? rowPriceQuery(question) : { queryKey: ['row-price'], queryFn: skipToken })

  const save = useMutation({
    mutationFn: ({ from, change }: { from: QueuedShipment; change: Change }) =>
      call(updatePending, { params: { pending_id: from.pending_id }, body: changed(from, change) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['pending'] }),
    meta: { isQuiet: true },
  })
  const rates = question && price.data
  return {
    scale,
    weight,
    grams,
    service,
    isFromScale,
    setWeight: (text: string) => type({ weight: text }),
    setService: (code: ServiceCode) => type({ service: code }),
    rates,
    quote: rowQuote(rates, service),
    isPricing: price.isFetching,
    failure: price.error,
    /** Saves a row that is left without being bought, so that colleagues and a batch have its weight. */
    saveEntry: () => {
      if (queued && grams !== undefined && (grams !== row.grams || service !== row.service)) {
        save.mutate({ from: queued, change: { grams, service } })
        if (isFromScale) scale.spend()
      }
    },
    report: (from: QueuedShipment, problem: string) => save.mutate({ from, change: { problem } }),
    /** The key of the input starts anew, for a row that was bought. */
    forget: (code: string) => setTyped((all) => new Map([...all].filter(([other]) => other !== code))),
  }
}
export type Entry = ReturnType<typeof useEntry>

function changed({ shipment, note, problem, version }: QueuedShipment, { grams, service, ...change }: Change) {
  const [parcel = { number: 1, packaging: 'small_parcel' as const }] = shipment.parcels ?? []
  return {
    ...shipment,
    ...(grams !== undefined && { parcels: [{ ...parcel, weight: { value: grams, units: 'G' as const } }] }),
    ...(service !== undefined && { service }),
    note,
    problem,
    version,
    ...change,
  }
}
