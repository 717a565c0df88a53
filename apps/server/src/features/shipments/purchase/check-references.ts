import { fieldError } from '@postroom/contract/field-errors'
import type { ShipmentChange } from '@postroom/contract/shipment-change'
import { referenceProblems } from '@postroom/domain/people/reference-fields'
import type { Db } from '../../../db/database.ts'
import { AppError } from '../../../app-error.ts'
import { hasCostCenter, referenceFields } from '../../references/reference.store.ts'

/**
 * Checks references against the organisation's rules, and that the cost centre is its own; absent ones are not checked.
 * Whether the cost centre is open is checked under its lock (charge-cost-center.ts).
 *
 * @throws AppError naming the fields
 */
export async function checkReferences(
  db: Db,
  organisationId: string,
  { references, costcenter }: Pick<ShipmentChange, 'references' | 'costcenter'>,
): Promise<void> {
  const problems = references ? referenceProblems(await referenceFields(db, organisationId), references) : []
  const fields = problems.map(({ position, code }) => fieldError(`references.${position}`, code))
  for (const [index, { id }] of (costcenter ?? []).entries())
    if (!(await hasCostCenter(db, organisationId, id))) fields.push(fieldError(`costcenter.${index}.id`, 'not_allowed'))
  if (fields.length > 0) throw new AppError('invalid_request', { fields })
}
