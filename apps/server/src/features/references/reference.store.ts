import type { CostCenterFields } from '@postroom/contract/shipment-references'
import type { ReferenceField } from '@postroom/domain/people/reference-fields'
import { toPence, type Pence } from '@postroom/domain/money'
import { sql, type Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import type { ShipmentTables } from '../../db/tables-shipments.ts'
import { spentAt } from './budget.store.ts'

/** The organisation's reference fields, in order. */
export const referenceFields = (db: Db, organisationId: string): Promise<(ReferenceField & { choices: string[] })[]> =>
  db
    .selectFrom('reference_field')
    .select(['label', 'required', 'choices', 'pattern'])
    .where('organisation_id', '=', organisationId)
    .orderBy('position')
    .execute()

/** Replaces all reference fields; concurrent calls run one after the other. */
export async function replaceReferenceFields(
  tx: Tx,
  organisation_id: string,
  fields: readonly ReferenceField[],
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${organisation_id}, 0))`.execute(tx)
  await tx.deleteFrom('reference_field').where('organisation_id', '=', organisation_id).execute()
  if (fields.length === 0) return
  const rows = fields.map((field, position) => ({ ...field, choices: [...field.choices], organisation_id, position }))
  await tx.insertInto('reference_field').values(rows).execute()
}

const costCenters = (db: Db, organisationId: string) =>
  db.selectFrom('cost_center').where('organisation_id', '=', organisationId)

const COST_CENTER = ['id', 'code', 'name', 'is_active', 'budget_amount', 'budget_period', 'on_exceed'] as const
/** A cost centre, and what was spent of its budget. */
export type CostCenter = Pick<Selectable<ShipmentTables['cost_center']>, (typeof COST_CENTER)[number]> & {
  spent: Pence
}

interface Page {
  is_active: boolean | undefined
  orderBy: 'code' | 'name'
  direction: 'asc' | 'desc'
  start: number
  length: number
}

/** One page of the organisation's cost centres as of `instant`, and their total. */
export async function pageCostCenters(
  db: Db,
  organisationId: string,
  { is_active, orderBy, direction, start, length }: Page,
  instant: Date,
): Promise<{ rows: CostCenter[]; total: number }> {
  let found = costCenters(db, organisationId)
  if (is_active !== undefined) found = found.where('is_active', '=', is_active)
  const page = found.orderBy(orderBy, direction).orderBy('id').offset(start).limit(length)
  const [rows, { total }] = await Promise.all([
    page.select([...COST_CENTER, spentAt(instant).as('spent')]).execute(),
    found.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** Saves a cost centre; it keeps its id as long as it keeps its code. */
export async function storeCostCenter(
  tx: Tx,
  organisation_id: string,
  { code, name, is_active, budget }: CostCenterFields,
  instant: Date,
): Promise<CostCenter> {
  const kept = {
    name,
    is_active,
    budget_amount: budget ? toPence(budget.amount) : null,
    budget_period: budget?.period ?? null,
    on_exceed: budget?.on_exceed ?? null,
  }
  return tx
    .insertInto('cost_center')
    .values({ code, organisation_id, ...kept })
    .onConflict((taken) => taken.columns(['organisation_id', 'code']).doUpdateSet(kept))
    .returning([...COST_CENTER, spentAt(instant).as('spent')])
    .executeTakeFirstOrThrow()
}

/** Those of the cost centres that the organisation has. */
export async function costCentersAmong(db: Db, organisationId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await costCenters(db, organisationId).select('id').where('id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}

/** Whether the organisation has this cost centre. */
export async function hasCostCenter(db: Db, organisationId: string, id: string): Promise<boolean> {
  return (await costCenters(db, organisationId).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
