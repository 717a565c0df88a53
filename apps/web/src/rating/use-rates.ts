import type { ShipmentOption } from '@postroom/contract/option'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useDebounced } from '../api/use-debounced.ts'
import type { Rates } from './merge-rates.ts'
import { ratesFor, type RatesQuestion } from './rates-for.ts'
import { notifyRatingFailure } from './rating-failure.ts'

/** Debounces typing: one request per weight, not one per digit. */
const DEBOUNCE_MS = 250
const NOT_KEPT_MS = 0

export interface RatesState {
  rates: Rates | undefined
  /** The error of a failed request. */
  failure: unknown
  /** The prices shown do not match the form yet, so nothing may be bought. */
  isPending: boolean
}

/**
 * The prices of the current form; while they load, the previous ones. A failure is announced once.
 * @param question undefined while the form is incomplete
 * @param round changes to request the same prices again
 */
export function useRates(question: RatesQuestion | undefined, round: number): RatesState {
  const asked = useDebounced(question && { ...question, round }, DEBOUNCE_MS)
  const { data, error } = useQuery({
    queryKey: ['rates', asked],
    queryFn: asked ? async ({ signal }) => ({ of: pricedBy(asked), rates: await ratesFor(asked, signal) }) : skipToken,
    placeholderData: keepPreviousData,
    // prices are requested once per change of the form, and never reused from an earlier response
    staleTime: Infinity,
    gcTime: NOT_KEPT_MS,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { isQuiet: true },
  })
  useEffect(() => {
    if (error) notifyRatingFailure(error)
  }, [error])

  if (!question) return { rates: undefined, failure: undefined, isPending: false }
  const answered = error ? asked && pricedBy(asked) : data?.of
  return {
    rates: error ? undefined : data?.rates,
    failure: error ?? undefined,
    isPending: answered !== pricedBy({ ...question, round }),
  }
}

/** The part of the question that prices depend on. Choosing a service does not make them stale, but its fields do. */
const pricedBy = ({ request, chosen, account, round }: RatesQuestion & { round: number }): string =>
  JSON.stringify([
    request,
    (chosen?.options ?? []).map(({ fields }) => fields).filter(hasValues),
    account?.id,
    account?.pricing,
    round,
  ])

/** The Saturday field belongs to the service. */
const hasValues = ({ saturday: _service, ...fields }: ShipmentOption['fields']): boolean =>
  Object.values(fields).some((field) => field !== undefined)
