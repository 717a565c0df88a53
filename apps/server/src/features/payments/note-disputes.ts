import type { Tx } from '../../db/in-transaction.ts'
import { queueNotices } from '../../notices/outbox.store.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { keepDisputes, namesOfAccount, operatorsBeside } from './dispute.store.ts'
import type { Payment } from './payment.store.ts'
import type { Reversal } from './stripe-reversals.ts'

/** Notifies managers and operators of each dispute that is new or in another state: once, because the row that says so is written with it. */
export async function noteDisputes(tx: Tx, payment: Payment, reversals: readonly Reversal[]): Promise<void> {
  const disputes = reversals.flatMap(({ id, currency, dispute }) =>
    dispute && currency === 'gbp' ? [{ id, ...dispute }] : [],
  )
  if (disputes.length === 0) return
  const changed = await keepDisputes(tx, payment.id, disputes)
  if (changed.length === 0) return
  const { organisation_id, carrier_account_id: account_id, reference, id: subject } = payment
  const { name, organisation } = await namesOfAccount(tx, account_id)
  const operators = await operatorsBeside(tx, organisation_id)
  for (const { state, amount, evidence_due } of changed) {
    await recordAudit(tx, { organisation_id, event: 'payment_disputed', subject, details: { amount, state } })
    const due = evidence_due && { evidence_due: evidence_due.toISOString() }
    const notice = { event: 'payment_disputed', account_id, name, reference, amount, state, ...due } as const
    const toOperators = operators.map((operator) => ({
      organisation_id: operator.organisation_id,
      user_id: operator.id,
      notice: { ...notice, organisation },
    }))
    await queueNotices(tx, { organisation_id, notice }, ...toOperators)
  }
}
