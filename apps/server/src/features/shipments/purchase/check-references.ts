import { fieldError } from '@postroom/contract/field-errors'
import type { ShipmentChange } from '@postroom/contract/shipment-change'
import { referenceProblems, type ReferenceField } from '@postroom/domain/people/reference-fields'
import type { Db } from '../../../db/database.ts'
import { AppError } from '../../../app-error.ts'
import { costCentersAmong, referenceFields } from '../../references/reference.store.ts'

type References = Pick<ShipmentChange, 'references' | 'costcenter'>

/** What references and cost centres are checked against. */
export interface ReferenceRules {
  fields: readonly ReferenceField[]
  /** Those of the named cost centres that the organisation has. */
  costCenters: readonly string[]
}

/** The rules for these shipments of an organisation. */
export async function referenceRules(
  db: Db,
  organisationId: string,
  shipments: readonly References[],
): Promise<ReferenceRules> {
  const named = shipments.flatMap(({ costcenter = [] }) => costcenter.map(({ id }) => id))
  const [fields, costCenters] = await Promise.all([
    referenceFields(db, organisationId),
    named.length > 0 ? costCentersAmong(db, organisationId, [...new Set(named)]) : [],
  ])
  return { fields, costCenters }
}

/**
 * Checks references against the organisation's rules, and that the cost centre is its own; absent ones are not checked.
 * Whether the cost centre is open is checked under its lock (charge-cost-center.ts).
 *
 * @throws AppError naming the fields
 */
export function checkReferences(rules: ReferenceRules, { references, costcenter = [] }: References): void {
  const problems = references ? referenceProblems(rules.fields, references) : []
  const fields = problems.map(({ position, code }) => fieldError(`references.${position}`, code))
  for (const [index, { id }] of costcenter.entries())
    if (!rules.costCenters.includes(id)) fields.push(fieldError(`costcenter.${index}.id`, 'not_allowed'))
  if (fields.length > 0) throw new AppError('invalid_request', { fields })
}
