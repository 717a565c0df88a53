import {
  MOST_REFERENCE_FIELDS,
  type CostCenterFields,
  type ReferenceFieldsChange,
  type SavedReferenceFields,
} from '@postroom/contract/shipment-references'
import type { ReferenceField } from '@postroom/domain/people/reference-fields'
import { toPence, type Pence } from '@postroom/domain/money'
import { sql, type Selectable } from 'kysely'
import { createHash } from 'node:crypto'
import { AppError } from '../../app-error.ts'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import type { ShipmentTables } from '../../db/tables/shipments/shipments.ts'
import { spentAt } from './budget.store.ts'

const fieldsOf = (db: Db, organisationId: string) =>
  db
    .selectFrom('reference_field')
    .select(['label', 'required', 'choices', 'pattern'])
    .where('organisation_id', '=', organisationId)
    .orderBy('position')

/** The rules for the organisation's references, in order, without archived ones. */
export const referenceFields = (db: Db, organisationId: string): Promise<ReferenceField[]> =>
  fieldsOf(db, organisationId).where('position', '<', MOST_REFERENCE_FIELDS).execute()

/** All reference fields, archived ones apart, and the version of this state. */
export async function savedReferenceFields(db: Db, organisationId: string): Promise<SavedReferenceFields> {
  const rows = await fieldsOf(db, organisationId).select('position').execute()
  const lists: Pick<SavedReferenceFields, 'data' | 'archived'> = { data: [], archived: [] }
  for (const { position, ...field } of rows) lists[position < MOST_REFERENCE_FIELDS ? 'data' : 'archived'].push(field)
  return { ...lists, version: createHash('sha256').update(JSON.stringify(lists)).digest('hex') }
}

/**
 * Replaces all reference fields; concurrent calls run one after the other.
 *
 * @throws AppError `reference_fields_changed` if they were saved since `version` was read
 */
export async function replaceReferenceFields(
  tx: Tx,
  organisation_id: string,
  { data, archived, version }: ReferenceFieldsChange,
): Promise<SavedReferenceFields> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${organisation_id}, 0))`.execute(tx)
  const saved = await savedReferenceFields(tx, organisation_id)
  if (version !== undefined && saved.version !== version) throw new AppError('reference_fields_changed')
  await tx.deleteFrom('reference_field').where('organisation_id', '=', organisation_id).execute()
  const rows = [
    ...data.map((field, index) => ({ ...field, organisation_id, position: index })),
    ...archived.map((field, index) => ({ ...field, organisation_id, position: MOST_REFERENCE_FIELDS + index })),
  ]
  if (rows.length > 0) await tx.insertInto('reference_field').values(rows).execute()
  return savedReferenceFields(tx, organisation_id)
}

const costCenters = (db: Db, organisationId: string) =>
  db.selectFrom('cost_center').where('organisation_id', '=', organisationId)

const COST_CENTER = ['id', 'code', 'name', 'is_active', 'budget_amount', 'budget_period', 'on_exceed'] as const
/** Of everything that a save replaces. */
const VERSION = sql<string>`md5(jsonb_build_array(
  cost_center.name, cost_center.is_active, cost_center.budget_amount, cost_center.budget_period, cost_center.on_exceed)::text)`
/** A cost centre, and what was spent of its budget. */
export type CostCenter = Pick<Selectable<ShipmentTables['cost_center']>, (typeof COST_CENTER)[number]> & {
  version: string
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
    page.select([...COST_CENTER, VERSION.as('version'), spentAt(instant).as('spent')]).execute(),
    found.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/**
 * Saves a cost centre; it keeps its id as long as it keeps its code.
 *
 * @throws AppError `cost_center_code_taken` if it is new and its code is not free, `cost_center_changed` if it was saved
 * since `version` was read
 */
export async function storeCostCenter(
  tx: Tx,
  organisation_id: string,
  { code, name, is_active, budget, is_new, version }: CostCenterFields,
  instant: Date,
): Promise<CostCenter> {
  const kept = {
    name,
    is_active,
    budget_amount: budget ? toPence(budget.amount) : null,
    budget_period: budget?.period ?? null,
    on_exceed: budget?.on_exceed ?? null,
  }
  const saved = await tx
    .insertInto('cost_center')
    .values({ code, organisation_id, ...kept })
    .onConflict((taken) => {
      const same = taken.columns(['organisation_id', 'code'])
      if (is_new) return same.doNothing()
      const changed = same.doUpdateSet(kept)
      return version === undefined ? changed : changed.where(VERSION, '=', version)
    })
    .returning([...COST_CENTER, VERSION.as('version'), spentAt(instant).as('spent')])
    .executeTakeFirst()
  if (!saved) throw new AppError(is_new ? 'cost_center_code_taken' : 'cost_center_changed')
  return saved
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
