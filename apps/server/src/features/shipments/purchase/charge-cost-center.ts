import { ERRORS } from '@postroom/contract/errors'
import { fieldError } from '@postroom/contract/field-errors'
import type { Shipment } from '@postroom/contract/shipment'
import { budgetPeriodAt, chargeBudget, SPENDING_STATES } from '@postroom/domain/purchase/budget'
import { toPence } from '@postroom/domain/money'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../db/in-transaction.ts'
import { AppError } from '../../../app-error.ts'
import { queueNotices } from '../../../notices/outbox.store.ts'
import { recordAudit } from '../../audit/audit.store.ts'
import { lockCostCenter, recordExceeded, budgetStatus } from '../../references/budget.store.ts'
import type { Purchase } from './purchase.store.ts'

/**
 * Charges a purchase, as this transaction sees it, to its cost centre. The lock makes concurrent purchases for it run
 * one after the other, and keeps it open meanwhile. Always taken after the locks of the carrier account and before that
 * of the audit log, to avoid deadlocks.
 *
 * @throws AppError when the cost centre is closed, or its budget does not allow the purchase
 */
export async function chargeCostCenter(tx: Tx, purchase: Purchase, by: string): Promise<void> {
  const { organisation_id, cost_center_id: id, created_at: instant, payable: amount } = purchase
  if (id === null) return
  await lockCostCenter(tx, organisation_id, id)
  const { code, is_active, budget, spent } = await budgetStatus(tx, organisation_id, { id, instant })
  if (!is_active) throw new AppError('invalid_request', { fields: [fieldError('costcenter.0.id', 'not_allowed')] })
  if (!budget || !isCounted(purchase)) return
  const charged = chargeBudget(budget, toPence(spent - amount), amount)
  if (!charged.ok)
    throw new AppError(charged.refusal.code, { details: { cost_center: code, ...charged.refusal.details } })
  if (!charged.exceeded) return
  const { amount: limit, period } = budget
  const { from } = budgetPeriodAt(period, instant)
  const first = await recordExceeded(tx, organisation_id, id, from)
  const notice = { event: 'budget_exceeded', cost_center_id: id, code, amount: limit, period, from } as const
  if (first) await queueNotices(tx, { organisation_id, notice: { ...notice, ...first } })
  const details = { cost_center: code, budget: budget.amount, spent, shipment: purchase.id }
  await recordAudit(tx, { organisation_id, user_id: by, event: 'budget_exceeded', subject: id, details })
}

/** The warning of a purchase whose cost centre has exceeded its budget in that period. */
export async function budgetMessages(db: Db, purchase: Purchase): Promise<NonNullable<Shipment['messages']>> {
  const { organisation_id, cost_center_id: id, created_at: instant } = purchase
  if (id === null || !isCounted(purchase)) return []
  const { code: cost_center, budget, spent } = await budgetStatus(db, organisation_id, { id, instant })
  if (!budget || spent <= budget.amount) return []
  const { description } = ERRORS.budget_exceeded
  return [{ code: 'budget_exceeded', description, details: { cost_center, budget: budget.amount, spent } }]
}

const isCounted = ({ is_test, state }: Purchase): boolean => !is_test && SPENDING_STATES.includes(state)
