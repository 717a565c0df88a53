import type { Tx } from '../../db/in-transaction.ts'
import type { LockedActor } from '../../access/act.ts'
import { AppError } from '../../app-error.ts'
import { lockCarrierAccounts } from '../accounts/account.store.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { isOperatorNow } from '../identity/user.store.ts'
import { bookTopUp } from './record-topup.ts'
import { findTopUpRequest, insertDecision, type StoredTopUpRequest } from './topup-request.store.ts'

/** The decision of a second operator; a rejection has a reason. */
type Verdict = { is_approved: true } | { is_approved: false; reason: string }

/**
 * Decides on a top-up that another operator requested, once; approved, it is booked in the same transaction. The same
 * decision of the same operator again changes nothing.
 *
 * @throws AppError `not_found`, `second_person_needed`, `topup_decided`, `topup_expired`, `topup_requester_gone`
 */
export async function decideTopUp(
  tx: Tx,
  operator: LockedActor,
  id: string,
  verdict: Verdict,
): Promise<StoredTopUpRequest> {
  const request = await lockedRequest(tx, id)
  const { organisation_id, requested_by } = request
  if (requested_by === operator.id) throw new AppError('second_person_needed')
  if (isRepeated(request, operator, verdict)) return request
  await refuseUndecidable(tx, request, verdict)
  const reason = verdict.is_approved ? '' : verdict.reason
  const { is_approved } = verdict
  await insertDecision(tx, {
    request_id: id,
    organisation_id,
    requested_by,
    decided_by: operator.id,
    is_approved,
    reason,
  })
  await recordAudit(tx, {
    organisation_id,
    user_id: operator.id,
    event: is_approved ? 'topup_approved' : 'topup_rejected',
    subject: request.carrier_account_id,
    details: { amount: request.amount, request: id },
  })
  if (is_approved) await book(tx, request, operator.id)
  return (await findTopUpRequest(tx, id))!
}

/** The request, once no other decision on the organisation's top-ups is in flight. */
async function lockedRequest(tx: Tx, id: string): Promise<StoredTopUpRequest> {
  const found = await findTopUpRequest(tx, id)
  if (!found) throw new AppError('not_found')
  await lockCarrierAccounts(tx, found.organisation_id)
  return (await findTopUpRequest(tx, id))!
}

const isRepeated = (
  { state, decided_by }: StoredTopUpRequest,
  operator: LockedActor,
  { is_approved }: Verdict,
): boolean => decided_by === operator.id && (state === 'approved') === is_approved

async function refuseUndecidable(tx: Tx, { state, requested_by }: StoredTopUpRequest, { is_approved }: Verdict) {
  if (state === 'expired') throw new AppError('topup_expired')
  if (state !== 'pending') throw new AppError('topup_decided')
  if (is_approved && !(await isOperatorNow(tx, requested_by))) throw new AppError('topup_requester_gone')
}

function book(tx: Tx, request: StoredTopUpRequest, by: string) {
  const { id: request_id, requested_by: recorded_by, organisation_id, carrier_account_id } = request
  const { idem_key, provider, amount, reference } = request
  const money = { organisation_id, carrier_account_id, idem_key, provider, amount, reference }
  return bookTopUp(tx, { ...money, recorded_by, request_id }, by)
}
