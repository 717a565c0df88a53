import { carrierOf } from '../../../carriers/carriers.ts'
import type { Context } from '../../../context.ts'
import type { Log } from '../../../log.ts'
import { applyOutcome } from './apply-outcome.ts'
import { authorisePurchase, findEarlier, type PurchaseAnswer } from './authorise-purchase.ts'
import { checkDraft, draftRules } from './check-draft.ts'
import { layOutDocuments } from './lay-out-documents.ts'
import { decideRequest } from './decide-request.ts'
import { pollUntil } from './poll-until.ts'
import { onceBegun } from './once-begun.ts'
import { timingsOf } from './purchase-timings.ts'
import { findPurchase, type Purchase } from './purchase.store.ts'
import { hashRequest, type HashedRequest, type PurchaseRequest } from './purchase-request.ts'

/**
 * Buys postage once for a key, however often it is called: hold the money, ask the carrier, capture or release. No
 * transaction is open during the carrier call, and a missing answer does not count as a rejection. A failure after the
 * hold leaves the purchase as it stands: the settler finishes it. @throws AppError only before anything is begun @see
 * spec §7
 */
export async function buyPostage(context: Context, asked: PurchaseRequest, log: Log): Promise<PurchaseAnswer> {
  const deadline = performance.now() + timingsOf(context).wait_ms
  const request = hashRequest(asked)
  const { purchase, replayed } = (await findEarlier(context.db, request)) ?? (await begin(context, request))
  const settled = await onceBegun(purchase, log, async () => {
    const asks = !replayed && purchase.state === 'AUTHORISED'
    const answered = asks ? await onceBegun(undefined, log, () => askCarrier(context, purchase)) : undefined
    return answered ?? untilSettled(context, purchase, deadline)
  })
  return { purchase: settled, replayed }
}

async function begin(context: Context, request: HashedRequest): Promise<PurchaseAnswer> {
  const rules = await draftRules(context.db, request.user.organisation_id, [request.draft])
  const account = checkDraft(rules, request.draft)
  const decided = decideRequest(context, request, account)
  if (!decided.ok) {
    // if money is missing, the same purchase, sent twice, may already hold it
    const twin = await findEarlier(context.db, request)
    if (twin) return twin
    throw decided.error
  }
  layOutDocuments(context, request, account, decided)
  context.checkpoint('before_t1')
  return authorisePurchase(context, request, decided)
}

/** @returns the purchase, if this call has settled it */
async function askCarrier(context: Context, purchase: Purchase): Promise<Purchase | undefined> {
  context.checkpoint('after_t1')
  const { id, carrier_code, draft, quote, labels } = purchase
  const outcome = await carrierOf(context, carrier_code).purchase(id, { draft, quote, labels })
  context.checkpoint('after_carrier_answer')
  return applyOutcome(context, purchase, outcome)
}

/** The purchase once it is settled, or its state at the deadline. */
const untilSettled = ({ db }: Context, begun: Purchase, deadline: number): Promise<Purchase> =>
  pollUntil(
    async () => (await findPurchase(db, begun.id))!,
    ({ state }) => state !== 'AUTHORISED',
    deadline,
  )
