import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Rates } from './merge-rates.ts'
import { ratesFor, type RatesQuestion } from './rates-for.ts'
import { notifyRatingFailure } from './rating-failure.ts'

/** Typing a weight is one request, not one for each digit. */
const DEBOUNCE_MS = 250

export interface RatesState {
  rates: Rates | undefined
  /** Why there are no prices, when the request failed. */
  failure: unknown
  /** The prices shown do not match the form yet: nothing may be bought. */
  isPending: boolean
}

/**
 * The prices of what the form says now; while they load, the ones before. A failed request is notified once.
 * @param question undefined while the form is not complete enough to ask
 * @param round changes to ask for the same prices again
 */
export function useRates(question: RatesQuestion | undefined, round: number): RatesState {
  const asked = useDebounced(question && { ...question, round }, DEBOUNCE_MS)
  const { data, error } = useQuery({
    queryKey: ['rates', asked],
    queryFn: asked ? async ({ signal }) => ({ of: pricedBy(asked), rates: await ratesFor(asked, signal) }) : skipToken,
    placeholderData: keepPreviousData,
    // a price is asked for when the form changes, once, and never taken from an earlier answer
    staleTime: Infinity,
    gcTime: 0,
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

/** What prices depend on. The service is not part of it: choosing among prices does not make them out of date. */
const pricedBy = ({ request, pricing, round }: RatesQuestion & { round: number }): string =>
  JSON.stringify([request, pricing, round])

/** A value once it has stayed the same for `delayMs`; values are the same when their JSON is. */
function useDebounced<Value>(value: Value, delayMs: number): Value {
  const [settled, setSettled] = useState(value)
  const name = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- the name stands for the value, a new object at every render
  }, [name, delayMs])
  return settled
}
