import { factsOf } from '@postroom/contract/shipment-facts'
import { timesPence } from '@postroom/domain/money'
import { isInPlan } from '@postroom/domain/catalogue/services'
import type { DecidedPurchase } from '@postroom/domain/purchase/purchase'
import { randomUUID } from 'node:crypto'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/database.ts'
import { act, type LockedActor } from '../../../access/act.ts'
import { AppError } from '../../../app-error.ts'
import { documentsFor } from '../../../documents/documents-for.ts'
import { lockSpendingAccount, type CarrierAccount } from '../../accounts/account.store.ts'
import { refuseOverspending } from '../../accounts/spending.rule.ts'
import { refuseKeyOverspending } from '../../auth/api-keys/key-spending.rule.ts'
import { priceListIdOn } from '../../contract-prices/price-lists.rule.ts'
import { insertDocuments } from '../../documents/document.store.ts'
import { holdFunds } from '../../ledger/ledger.store.ts'
import { refuseClaimed } from '../../pending/pending-claim.rule.ts'
import { lookAtOrder, refuseUnaccepted } from '../../shops/order-look.rule.ts'
import type { StaleOrder } from '../../shops/shop-order.store.ts'
import { accountNotAllowed } from './check-draft.ts'
import { chargeCostCenter } from './charge-cost-center.ts'
import { ownFeesIn } from '../rate/own-fees.ts'
import type { HashedRequest } from './purchase-request.ts'
import { timingsOf } from './purchase-timings.ts'
import { refuseTestFlood } from './test-print-limit.rule.ts'
import { findByKey, insertPurchase, type NewPurchase, type Purchase } from './purchase.store.ts'

/** A purchase in its current state, and whether an earlier request began it. */
export interface PurchaseAnswer {
  purchase: Purchase
  replayed: boolean
}

/**
 * The purchase begun under the key before. @throws AppError when the key belongs to another request, or to a colleague
 */
export async function findEarlier(db: Db, request: HashedRequest): Promise<PurchaseAnswer | undefined> {
  const { key, user, hash, test } = request
  const purchase = await findByKey(db, user.organisation_id, key, test)
  if (!purchase) return undefined
  if (purchase.created_by !== user.id) throw new AppError('key_used_by_colleague')
  if (purchase.req_hash !== hash) throw new AppError('idempotency_key_reused')
  return { purchase, replayed: true }
}

/**
 * Stores key, purchase and hold in one transaction. A refusal leaves no rows, so its key may be used again. What was
 * checked earlier and may have changed since is checked again here: account, price list, balance, and the user's plan.
 *
 * The order of a shop that nobody has seen for some minutes is looked at in its shop in between.
 *
 * @throws AppError with the refusal
 */
export async function authorisePurchase(
  context: Context,
  request: HashedRequest,
  decided: DecidedPurchase,
): Promise<PurchaseAnswer> {
  for (let isLookedAt = false; ; isLookedAt = true) {
    const begun = await hold(context, request, decided, isLookedAt)
    if (!('stale' in begun)) return begun
    await lookAtOrder(context, begun.stale)
  }
}

/** @returns the purchase; or the order that has to be looked at before, when nothing is stored */
const hold = (
  context: Context,
  asked: HashedRequest,
  decided: DecidedPurchase,
  isLookedAt: boolean,
): Promise<PurchaseAnswer | { stale: StaleOrder }> =>
  act(context, asked.user, async (tx, user) => {
    const request = { ...asked, user }
    const account = await lockSpendingAccount(tx, user.organisation_id, request.draft.by)
    if (!account) throw accountNotAllowed()
    if (account.is_selling_stopped) throw new AppError('try_again', { retryAfterS: 60 })
    const list = priceListIdOn(account, request.pricing ?? account.pricing, request.draft.shipping_date)
    // a contract was added or withdrawn since: the price is decided again
    if (list !== decided.list) throw new AppError('try_again', { retryAfterS: 1 })
    const service = decided.quote.service.code
    if (!isInPlan(service, user.plan))
      throw new AppError('service_not_in_plan', { details: { service, plan: user.plan } })
    if (!request.test) {
      const prepared = await refuseClaimed(tx, user, request.key)
      const stale = prepared?.order && (await refuseUnaccepted(tx, user.organisation_id, request.key))
      if (stale && !isLookedAt) return { stale }
    }
    const purchase = await insertPurchase(tx, newPurchase(request, account, decided), timingsOf(context).lease_ms)
    if (!purchase) {
      const twin = await findEarlier(tx, request)
      if (twin) return twin
      throw new AppError('try_again')
    }
    if (purchase.is_test) {
      await refuseTestFlood(tx, user)
      await insertDocuments(tx, purchase, documentsFor(factsOf(request.draft), true), context.settings.seller)
    } else if (!(await holdFunds(tx, purchase)))
      throw new AppError('insufficient_funds', { details: { total_charge: purchase.amount } })
    if (!purchase.is_test) {
      await refuseOverspending(tx, account)
      await refuseKeyOverspending(tx, user)
    }
    await chargeCostCenter(tx, purchase, user.id)
    context.checkpoint('in_t1_before_commit')
    return { purchase, replayed: false }
  })

const newPurchase = (
  { user, draft, test, key, hash }: HashedRequest & { user: LockedActor },
  account: CarrierAccount,
  { quote, labels, counter_charge }: DecidedPurchase,
): NewPurchase => ({
  id: randomUUID(),
  organisation_id: user.organisation_id,
  idem_key: key,
  req_hash: hash,
  carrier_account_id: account.id,
  carrier_code: account.carrier_code,
  created_by: user.id,
  api_key_id: user.api_key?.id ?? null,
  draft,
  quote,
  labels,
  amount: timesPence(quote.charges.total_charge, labels),
  own_fees: timesPence(ownFeesIn(quote), labels),
  counter_amount: counter_charge === undefined ? null : timesPence(counter_charge, labels),
  is_test: test,
  references: draft.references,
  cost_center_id: draft.costcenter[0]?.id ?? null,
})
