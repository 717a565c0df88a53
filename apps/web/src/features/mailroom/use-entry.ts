import { updatePending, type QueuedShipment } from '@postroom/contract/shipment-pending'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useBalance } from '../../accounts/balance-queries.ts'
import { call } from '../../api/call.ts'
import { gramsOf, weightFromText } from '../../item-form/measure-input.ts'
import { useToday } from '../../item-form/use-today.ts'
import type { QueueRow } from './rows/queue-row.ts'
import { parcelOf } from './rows/row-draft.ts'
import { questionFor, rowPriceQuery, rowQuote } from './rows/row-price.ts'
import { useScale } from './use-scale.ts'

interface Typed {
  weight?: string
  service?: ServiceCode
}
type Change = Partial<Pick<QueuedShipment, 'problem'>> & {
  grams?: number | undefined
  service?: ServiceCode | undefined
  /** What it costs with them, if that is known. */
  total_charge?: number | undefined
}

/** Weight, service and price of the row that the operator works on. What was typed is kept for each row. */
export function useEntry(row: QueueRow | undefined) {
  const queryClient = useQueryClient()
  const { account } = useBalance()
  const today = useToday()
  const scale = useScale()
  const [typed, setTyped] = useState<ReadonlyMap<string, Typed>>(new Map())
  const kept = row && typed.get(row.code)
  const own = kept ?? {}
  const type = (change: Typed) =>
    row && setTyped((all) => new Map(all).set(row.code, { ...all.get(row.code), ...change }))

  const isFromScale = own.weight === undefined && scale.grams !== undefined
  const weight = own.weight ?? String(scale.grams ?? row?.grams ?? '')
  const read = weightFromText(weight)
  const grams = read && gramsOf(read)
  const service = own.service ?? row?.service
  const queued = row?.queued
  const question =
    queued && grams !== undefined && account ? questionFor(queued, { grams, service }, { today, account }) : undefined
  const price = useQuery(question ? rowPriceQuery(question) : { queryKey: ['row-price'], queryFn: skipToken })

  const save = useMutation({
    mutationFn: ({ from, change }: { from: QueuedShipment; change: Change; typed?: Typed | undefined }) =>
      call(updatePending, { params: { pending_id: from.pending_id }, body: changed(from, change) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['pending'] }),
    // what a colleague enters later counts
    onSuccess: (_saved, { from, typed: saved }) =>
      setTyped((all) => new Map([...all].filter(([code, one]) => code !== from.code || one !== saved))),
    meta: { isQuiet: true },
  })
  const rates = question && price.data
  const quote = rowQuote(rates, service)
  return {
    scale,
    weight,
    grams,
    service,
    isFromScale,
    setWeight: (text: string) => type({ weight: text }),
    setService: (code: ServiceCode) => type({ service: code }),
    rates,
    quote,
    isPricing: price.isFetching,
    failure: price.error,
    /**
     * Saves a row that is left without being bought, so that colleagues and a batch have its weight.
     * @param isOnScale what lies on the scale is this item
     */
    saveEntry: (isOnScale: boolean) => {
      const isEntered = isFromScale ? isOnScale : own.weight !== undefined && grams !== undefined
      const isSaving = save.isPending && save.variables.typed === kept && kept !== undefined
      if (!queued || isSaving || !(isEntered || own.service !== undefined)) return
      const priced = isEntered || !isFromScale ? quote : undefined
      const change = { grams: isEntered ? grams : undefined, service: service ?? priced?.service.code }
      save.mutate({
        from: queued,
        change: { ...change, total_charge: priced?.charges.total_charge },
        typed: kept,
      })
      if (isFromScale && isOnScale) scale.spend()
    },
    report: (from: QueuedShipment, problem: string) => save.mutate({ from, change: { problem } }),
    /** The key of the input starts anew, for a row that was bought. */
    forget: (code: string) => setTyped((all) => new Map([...all].filter(([other]) => other !== code))),
  }
}
export type Entry = ReturnType<typeof useEntry>

function changed(
  { shipment, note, problem, version }: QueuedShipment,
  { grams, service, total_charge, ...change }: Change,
) {
  return {
    ...shipment,
    ...(grams !== undefined && { parcels: [{ ...parcelOf(shipment), weight: { value: grams, units: 'G' as const } }] }),
    ...(service !== undefined && { service }),
    // the price belongs to the weight and the service
    ...((grams ?? service) !== undefined && { charges: total_charge === undefined ? undefined : { total_charge } }),
    note,
    problem,
    version,
    ...change,
  }
}
