import { transitionOf } from '@postroom/domain/purchase/purchase-states'
import type { VoidOutcome } from '../../../carriers/carrier-port.ts'
import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../db/in-transaction.ts'
import type { Notice } from '../../../notices/notice.ts'
import { queueNotices } from '../../../notices/outbox.store.ts'
import { recordAudit } from '../../audit/audit.store.ts'
import { refundFunds } from '../../ledger/ledger.store.ts'
import { eventOf, reportEvents } from '../../webhooks/report-events.store.ts'
import type { Purchase } from '../purchase/purchase.store.ts'
import { answerVoidRequest } from './void-request.store.ts'

/**
 * Settles a void with the carrier's outcome: state, answer and money, all or nothing. An unknown outcome changes
 * nothing: the settler asks again under the same void number.
 */
export async function applyVoid(context: Context, purchase: Purchase, outcome: VoidOutcome): Promise<void> {
  if (outcome.kind === 'unknown') return
  const step = transitionOf('VOID_REQUESTED', outcome.kind === 'voided' ? 'void_granted' : 'void_refused')!
  const refusal = outcome.kind === 'refused' ? outcome.reason : null
  await inTransaction(context.db, async (tx) => {
    const request = await answerVoidRequest(tx, purchase, { state: step.to, refusal })
    if (!request) return
    if (step.money === 'refund') await refundFunds(tx, purchase)
    if (refusal !== null) {
      await queueNotices(tx, {
        organisation_id: purchase.organisation_id,
        user_id: request.asked_by,
        notice: refusalNotice(purchase, refusal),
      })
    }
    await reportEvents(tx, eventOf(purchase, refusal === null ? 'shipment.voided' : 'shipment.void_refused', {}))
    const event = refusal === null ? 'postage_voided' : 'void_refused'
    await recordAudit(tx, { organisation_id: purchase.organisation_id, event, subject: purchase.id })
    context.checkpoint('in_void_settle_before_commit')
  })
}

const refusalNotice = ({ id, void_no, carrier_no, payable }: Purchase, reason: string): Notice => ({
  event: 'refund_refused',
  purchase_id: id,
  n: void_no,
  carrier_no: carrier_no!,
  amount: payable,
  reason,
})
