import { ERRORS } from '@postroom/contract/errors'
import { fieldError } from '@postroom/contract/field-errors'
import type { RateRequest, rateShipment } from '@postroom/contract/rate'
import type { AnswerOf } from '@postroom/contract/endpoint'
import { timesPence, toPence } from '@postroom/domain/money'
import { labelsEach } from '@postroom/domain/purchase/purchase'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../app-error.ts'
import type { Requester } from '../../../access/actor.ts'
import { budgetStatus } from '../../references/budget.store.ts'
import { hasCostCenter } from '../../references/reference.store.ts'

type Rates = AnswerOf<typeof rateShipment>

/**
 * The services that would exceed the current budget of the chosen cost centre. A preview: the purchase itself decides.
 *
 * @throws AppError when the organisation has no such cost centre
 */
export async function beyondBudget(
  { db, now }: Context,
  { organisation_id }: Requester,
  { costcenter, options, meta_data }: RateRequest,
  quotes: Rates['data'],
): Promise<Rates['messages']> {
  const id = costcenter?.[0]?.id
  if (id === undefined) return []
  if (!(await hasCostCenter(db, organisation_id, id)))
    throw new AppError('invalid_request', { fields: [fieldError('costcenter.0.id', 'not_allowed')] })
  const { code: cost_center, budget, spent } = await budgetStatus(db, organisation_id, { id, instant: now() })
  if (!budget) return []
  const { amount, on_exceed } = budget
  const { quantity, label_name, avery_label_location: positions } = meta_data
  const labels = quantity * labelsEach({ label_name, positions, options })
  const details = { cost_center, on_exceed, budget: amount, left: Math.max(amount - spent, 0) }
  return quotes
    .filter(({ charges }) => spent + timesPence(toPence(charges.total_charge), labels) > amount)
    .map(({ service }) => ({
      service,
      code: 'budget_exceeded',
      description: ERRORS.budget_exceeded.description,
      details,
    }))
}
