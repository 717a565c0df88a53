import type { RateRequest } from '@postroom/contract/rate'
import type { Channel } from '@postroom/domain/tariffs/channels'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import { useEffect, useState } from 'react'
import { latestOnly, pause } from './latest-only.ts'
import type { Rates } from './merge-rates.ts'
import { ratesFor } from './rates-for.ts'

/** Typing a weight is one question, not one for each figure. */
const QUIET_MS = 250

export interface RatesState {
  rates: Rates | undefined
  /** Why there are no prices, when the server refused the question. */
  failure: unknown
  /** The prices shown are not yet those of what the form says: nothing may be bought. */
  isPending: boolean
}

interface Question {
  request: RateRequest
  service: ServiceCode | undefined
  /** The price list that the account pays by. */
  pricing: Channel
  /** The request in one word, without the service: choosing among prices does not make them out of date. */
  name: string
}
type Answer = { to: string; rates: Rates; failure?: never } | { to: string; rates?: never; failure: unknown }

/**
 * The prices of what the form says now.
 * @param asked.round changes to ask for the same thing again
 * @param onFailure hears once of every question that failed
 */
export function useRates(
  asked: { request: RateRequest | undefined; service: ServiceCode | undefined; pricing: Channel; round: number },
  onFailure: (cause: unknown) => void,
): RatesState {
  const { request, service, pricing, round } = asked
  const [answer, setAnswer] = useState<Answer>()
  const [asker] = useState(() =>
    latestOnly<Question, Rates>({
      ask: (question, signal) => ratesFor(question, signal),
      show: (rates, { name }) => setAnswer({ to: name, rates }),
      fail: (failure, { name }) => {
        setAnswer({ to: name, failure })
        onFailure(failure)
      },
      wait: pause,
      delayMs: QUIET_MS,
    }),
  )
  const name = request && `${round} ${pricing} ${JSON.stringify(request)}`
  useEffect(() => {
    if (request && name !== undefined) asker.ask({ request, service, pricing, name })
    return () => asker.stop()
    // oxlint-disable-next-line react/exhaustive-deps -- the name stands for the request, a new object at every key
  }, [asker, name, service])

  if (name === undefined) return { rates: undefined, failure: undefined, isPending: false }
  return { rates: answer?.rates, failure: answer?.failure, isPending: answer?.to !== name }
}
