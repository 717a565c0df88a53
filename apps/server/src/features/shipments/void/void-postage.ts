import { ukDateOf } from '@postroom/domain/calendar'
import { refuseLateVoid } from '@postroom/domain/purchase/void-terms'
import { carrierOf } from '../../../carriers/carriers.ts'
import type { Context } from '../../../context.ts'
import type { Log } from '../../../log.ts'
import { act } from '../../../access/act.ts'
import { AppError } from '../../../app-error.ts'
import { refuseColleagues } from '../../../access/authorise.ts'
import { refuseOtherAccounts } from '../../../access/key-accounts.ts'
import type { Requester } from '../../../access/actor.ts'
import { recordAudit } from '../../audit/audit.store.ts'
import { applyVoid } from './apply-void.ts'
import { pollUntil } from '../purchase/poll-until.ts'
import { onceBegun } from '../purchase/once-begun.ts'
import { timingsOf } from '../purchase/purchase-timings.ts'
import type { Purchase } from '../purchase/purchase.store.ts'
import { findShipment } from '../show/shipment.store.ts'
import { insertVoidRequest, listVoidRequests, type VoidRequest } from './void-request.store.ts'

interface VoidAsked {
  user: Requester
  shipment: string
  reason: string
}

/** A purchase, and the void request that was made or joined. */
export interface VoidedPurchase {
  purchase: Purchase
  request: VoidRequest
}

/**
 * Voids postage: record the request, ask the carrier, refund when it agrees. A request made during a void joins it; one
 * made after a refusal begins another. @throws AppError when there is nothing to void @see spec §7
 */
export async function voidPostage(context: Context, asked: VoidAsked, log: Log): Promise<VoidedPurchase> {
  const deadline = performance.now() + timingsOf(context).wait_ms
  const begun = await begin(context, asked)
  if (!begun) {
    const purchase = await inFlight(context, asked)
    return { purchase, request: await untilAnswered(context, purchase, deadline) }
  }
  const { purchase } = begun
  const request = await onceBegun(begun.request, log, async () => {
    await onceBegun(undefined, log, () => askCarrier(context, purchase))
    return untilAnswered(context, purchase, deadline)
  })
  return { purchase, request }
}

async function askCarrier(context: Context, purchase: Purchase): Promise<void> {
  context.checkpoint('after_v1')
  const outcome = await carrierOf(context, purchase.carrier_code).void(purchase.id, purchase.void_no)
  context.checkpoint('after_void_answer')
  await applyVoid(context, purchase, outcome)
}

const begin = (context: Context, { user, shipment, reason }: VoidAsked): Promise<VoidedPurchase | undefined> =>
  act(context, user, async (tx, actor) => {
    const whose = { organisation_id: actor.organisation_id, user_id: actor.id }
    const found = await findShipment(tx, actor.organisation_id, shipment)
    if (found) refuseOtherAccounts(actor, found.carrier_account_id)
    if (found) refuseColleagues('shipment', found.created_by, actor)
    const begun = await insertVoidRequest(tx, { ...whose, shipment, reason }, timingsOf(context).lease_ms)
    if (begun) refuseLate(context, begun.purchase)
    if (begun) await recordAudit(tx, { ...whose, event: 'void_requested', subject: shipment })
    context.checkpoint('in_v1_before_commit')
    return begun
  })

/** @throws AppError void_too_late, with the last day */
function refuseLate({ now }: Context, { draft }: Purchase): void {
  const late = refuseLateVoid(draft.shipping_date, ukDateOf(now()))
  if (late) throw new AppError(late.refusal.code, { details: late.refusal.details })
}

/** The purchase with the void begun before, when a new void cannot begin. */
async function inFlight({ db }: Context, { user, shipment }: VoidAsked): Promise<Purchase> {
  const purchase = await findShipment(db, user.organisation_id, shipment)
  if (!purchase) throw new AppError('not_found')
  if (purchase.void_no === 0) throw new AppError('shipment_not_voidable')
  return purchase
}

/** The request under the purchase's void number once it is answered, or its state at the deadline. */
const untilAnswered = ({ db }: Context, { id, void_no }: Purchase, deadline: number): Promise<VoidRequest> =>
  pollUntil(
    async () => (await listVoidRequests(db, [id])).find(({ n }) => n === void_no)!,
    ({ answered_at }) => answered_at !== null,
    deadline,
  )
