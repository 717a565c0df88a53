import type { RateQuote } from '@postroom/contract/rate'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import { queryOptions } from '@tanstack/react-query'
import { delay } from '../../../api/delay.ts'
import { quoteOf, type Rates } from '../../../rating/merge-rates.ts'
import { ratesFor, type RatesQuestion } from '../../../rating/rates-for.ts'
import { optionsWith, rateRequestFor, type Prepared, type RowEntry } from './row-draft.ts'

/** Typing changes the question; only the last one is asked. */
const DEBOUNCE_MS = 150

/** What the price of a row depends on. A chosen service keeps the options prepared for it. */
export const questionFor = (
  queued: Prepared,
  entry: RowEntry,
  { today, account }: { today: string } & Pick<RatesQuestion, 'account'>,
): RatesQuestion => {
  const { service } = entry
  const chosen = service === undefined ? undefined : { service, options: optionsWith(queued.shipment, service) }
  return {
    request: rateRequestFor(queued, entry, today),
    chosen,
    account: account && { id: account.id, pricing: account.pricing },
  }
}

/** Every service with its price, and the chosen one with its own options (spec §4). */
export const rowPriceQuery = (question: RatesQuestion) =>
  queryOptions({
    queryKey: ['row-price', question],
    queryFn: async ({ signal }): Promise<Rates> => {
      await delay(DEBOUNCE_MS)
      signal.throwIfAborted()
      return ratesFor(question, signal)
    },
    staleTime: 60_000,
    retry: false,
    meta: { isQuiet: true },
  })

/** The quote of the service, or the cheapest while none is chosen. */
export const rowQuote = (rates: Rates | undefined, service: ServiceCode | undefined): RateQuote | undefined =>
  service === undefined ? rates?.data[0] : quoteOf(rates, service)
