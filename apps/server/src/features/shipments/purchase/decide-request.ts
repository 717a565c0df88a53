import { hasAddressee } from '@postroom/contract/address'
import { fieldError } from '@postroom/contract/field-errors'
import { ukDateOf } from '@postroom/domain/calendar'
import { customsProblems } from '@postroom/domain/customs/customs-rules'
import { toPence, type Pence } from '@postroom/domain/money'
import { priceListFor } from '@postroom/domain/tariffs/price-list'
import { decidePurchase, type DecidedPurchase } from '@postroom/domain/purchase/purchase'
import type { Channel } from '@postroom/domain/tariffs/channels'
import { servicesSoldBy } from '../../../carriers/carriers.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../app-error.ts'
import type { ListOn } from '../../contract-prices/price-lists.rule.ts'
import { requestedFacts } from '../rate/requested-facts.ts'
import { refusedError } from '../rate/refused-error.ts'
import type { HashedRequest } from './purchase-request.ts'

/** The limits of a request's account. */
export interface Allowance {
  /** The account's way of paying. */
  pricing: Channel
  /** What the account can spend. */
  available: Pence
  listOn: ListOn
}

/** The price of a request, or its refusal as an API error. */
export function decideRequest(
  { now, settings, carriers }: Context,
  { draft, user, pricing, fees, test }: HashedRequest,
  account: Allowance,
): DecidedPurchase | { ok: false; error: AppError } {
  const facts = requestedFacts(draft, fees)
  const quoted = draft.charges?.total_charge
  const { quantity, avery_label_location, label_name } = draft.meta_data
  const wanted = {
    facts,
    service: draft.service,
    plan: user.plan,
    quantity,
    label: { size: draft.label.size, label_name, positions: avery_label_location },
    has_addressee: hasAddressee(draft.to),
    test,
    ...(quoted !== undefined && { quoted_total: toPence(quoted) }),
  }
  const decided = decidePurchase(wanted, {
    list: account.listOn(pricing ?? account.pricing, facts.day),
    counter: priceListFor('post_office', facts.day),
    pricing: account.pricing,
    today: ukDateOf(now()),
    balance: account.available,
    terms: settings.priceTerms,
  })
  const { service, carrier } = draft
  if (decided.ok && !servicesSoldBy({ carriers }, carrier).includes(service))
    return { ok: false, error: new AppError('service_not_available', { details: { service, carrier } }) }
  if (decided.ok) return decided
  const { code, details } = decided.refusal
  const problems = code === 'customs_invalid' ? customsProblems(facts) : undefined
  if (!problems) return { ok: false, error: refusedError(decided.refusal) }
  const fields = problems.map((row) => fieldError(row.field, row.code))
  return { ok: false, error: new AppError(code, { details, fields }) }
}
