import type { CostCenterFields } from '@postroom/contract/shipment-references'
import type { ReferenceField } from '@postroom/domain/reference-fields'
import { sql, type Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import type { ShipmentTables } from '../../db/tables-shipments.ts'

type CostCenter = Selectable<ShipmentTables['cost_center']>

/** What the organisation wants as references, in their order. */
export const referenceFields = (db: Db, organisationId: string): Promise<(ReferenceField & { choices: string[] })[]> =>
  db
    .selectFrom('reference_field')
    .select(['label', 'required', 'choices', 'pattern'])
    .where('organisation_id', '=', organisationId)
    .orderBy('position')
    .execute()

/** Puts these fields in the place of all that were there; two who do so at once come one after the other. */
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

interface Page {
  is_active: boolean | undefined
  orderBy: 'code' | 'name'
  direction: 'asc' | 'desc'
  start: number
  length: number
}

/** One page of the organisation's cost centres, and how many there are. */
export async function pageCostCenters(
  db: Db,
  organisationId: string,
  { is_active, orderBy, direction, start, length }: Page,
): Promise<{ rows: CostCenter[]; total: number }> {
  let found = costCenters(db, organisationId)
  if (is_active !== undefined) found = found.where('is_active', '=', is_active)
  const [rows, { total }] = await Promise.all([
    found.selectAll().orderBy(orderBy, direction).orderBy('id').offset(start).limit(length).execute(),
    found.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** Saves a cost centre; it keeps its id as long as it keeps its code. */
export const storeCostCenter = (db: Db, organisation_id: string, fields: CostCenterFields): Promise<CostCenter> =>
  db
    .insertInto('cost_center')
    .values({ ...fields, organisation_id })
    .onConflict((taken) => taken.columns(['organisation_id', 'code']).doUpdateSet(fields))
    .returningAll()
    .executeTakeFirstOrThrow()

/** Whether something may be bought for this cost centre now. */
export async function isCostCenterInUse(db: Db, organisationId: string, id: string): Promise<boolean> {
  const found = await costCenters(db, organisationId)
    .select('id')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return found !== undefined
}
