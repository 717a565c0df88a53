import { ERRORS, type ErrorCode } from '@postroom/contract/errors'
import type { rateShipment as endpoint, RateRequest } from '@postroom/contract/rate'
import type { AnswerOf, RequestOf } from '@postroom/contract/endpoint'
import { addDays, ukDateOf } from '@postroom/domain/calendar'
import { slownessOf } from '@postroom/domain/catalogue/delivery-aims'
import { postingDay, SHIPPING_DAYS } from '@postroom/domain/post/posting-days'
import { priceListFor } from '@postroom/domain/tariffs/price-list'
import type { Quote } from '@postroom/domain/rating/quote'
import type { Channel } from '@postroom/domain/tariffs/channels'
import type { PriceList } from '@postroom/domain/tariffs/price-row'
import { rate, rateEvery } from '@postroom/domain/rating/rating'
import { isInPlan, serviceOf, type ServiceCode } from '@postroom/domain/catalogue/services'
import { servicesSoldBy } from '../../../carriers/carriers.ts'
import type { Context } from '../../../context.ts'
import { refuseOtherAccounts } from '../../../access/key-accounts.ts'
import type { Requester } from '../../../access/actor.ts'
import { findCarrierAccount, firstActiveAccount } from '../../accounts/account.store.ts'
import { withPriceLists } from '../../contract-prices/price-lists.rule.ts'
import { accountNotAllowed } from '../purchase/check-draft.ts'
import { requestedFacts } from './requested-facts.ts'
import { goodsMessages } from './goods-messages.ts'
import { refusedError } from './refused-error.ts'

type Query = RequestOf<typeof endpoint>['query']
type Rates = AnswerOf<typeof endpoint>

/**
 * Prices an item with every service its options and the user's plan allow, or every service sold to its destination, or with the
 * requested one; services that are not available are named with the reason. @throws AppError when the item cannot be sent at all, or
 * the account may not pay. @see spec §4, §7
 */
export async function rateShipment(
  context: Context,
  user: Requester,
  request: RateRequest,
  query: Query,
): Promise<Rates> {
  const { plan } = user
  const facts = requestedFacts(request, query)
  const list = await listOf(context, user, request, query.pricing)
  const today = ukDateOf(context.now())
  const rates = query.every_service === 'true' ? rateEvery : rate
  const rated = rates(facts, list, today, { ...context.settings.priceTerms, plan })
  if (!rated.ok) throw refusedError(rated.refusal)

  const asked = (service: ServiceCode): boolean => request.service === undefined || request.service === service
  const sold = servicesSoldBy(context, request.carrier)
  const barrierTo = (service: ServiceCode): ErrorCode | undefined => {
    if (!sold.includes(service)) return 'service_not_available'
    return isInPlan(service, plan) ? undefined : 'service_not_in_plan'
  }
  const quotes = rated.quotes.filter((quote) => asked(quote.service.code))
  const unavailable: { service: ServiceCode; code: ErrorCode; details?: Record<string, string | number> }[] = [
    ...rated.unavailable.filter((row) => asked(row.service)),
    ...quotes.flatMap(({ service: { code: service } }) => {
      const code = barrierTo(service)
      return code ? [{ service, code }] : []
    }),
  ]
  return {
    data: shopFor(
      query.rate_shop_mode,
      quotes.filter((quote) => !barrierTo(quote.service.code)),
    ),
    messages: [
      ...goodsMessages(facts, request.service),
      ...unavailable.map(({ service, code, details }) => ({
        service: { code: service, name: serviceOf(service).name },
        code,
        description: ERRORS[code].description,
        ...(details && { details }),
      })),
    ],
    posting_days: SHIPPING_DAYS.map((ahead) => postingDay(addDays(today, ahead), facts.sender)),
  }
}

/** The list of the account that would pay: the one that is named, otherwise the one that users pay from until they choose another. */
async function listOf(
  { db }: Context,
  user: Requester,
  { by, carrier, shipping_date }: RateRequest,
  channel: Channel,
): Promise<PriceList> {
  const account = await (by === undefined
    ? firstActiveAccount(db, user.organisation_id, carrier)
    : findCarrierAccount(db, user.organisation_id, by))
  if (by !== undefined && !(account?.is_active && account.carrier_code === carrier)) throw accountNotAllowed()
  if (account) refuseOtherAccounts(user, account.id)
  const [priced] = await withPriceLists(db, account ? [account] : [], [shipping_date])
  return priced?.listOn(channel, shipping_date) ?? priceListFor(channel, shipping_date)
}

/** `quotes` are ordered by price; of equally quick services the cheapest is the fastest choice. */
function shopFor(mode: Query['rate_shop_mode'], quotes: Quote[]): Quote[] {
  if (mode === 'all') return quotes
  if (mode === 'cheapest') return quotes.slice(0, 1)
  return quotes.toSorted((a, b) => slownessOf(a.delivery.code) - slownessOf(b.delivery.code)).slice(0, 1)
}
