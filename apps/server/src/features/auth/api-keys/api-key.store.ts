import { sql, type Insertable, type Selectable } from 'kysely'
import type { CalendarDate } from '@postroom/domain/calendar'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../db/in-transaction.ts'
import { pageOf, type Page } from '../../../db/page.ts'
import type { ApiKeyTables } from '../../../db/tables/people/api-keys.ts'
import { hashOf } from '../../../secret-token.ts'

/** A key as managers see it. */
export type StoredKey = Omit<
  Selectable<ApiKeyTables['api_key']>,
  'organisation_id' | 'secret_hash' | 'old_secret_hash' | 'warned_for' | 'stop_notified'
> & { is_maker_disabled: boolean }

const ofOrganisation = (db: Db, organisationId: string) =>
  db.selectFrom('api_key').where('api_key.organisation_id', '=', organisationId)

const withMaker = (db: Db, organisationId: string) =>
  ofOrganisation(db, organisationId).innerJoin('app_user as maker', 'maker.id', 'api_key.made_by')

const shown = (db: Db, organisationId: string) =>
  withMaker(db, organisationId)
    .select(['api_key.id', 'made_by', 'name', 'starts_with', 'old_secret_until', 'scopes', 'accounts'])
    .select(['calls_per_minute', 'pence_per_day', 'made_at', 'revoked_at', 'last_used_at'])
    .select(sql<CalendarDate>`last_day::text`.as('last_day'))
    .select(sql<boolean>`maker.disabled_at is not null`.as('is_maker_disabled'))

/** One page of the keys of an organisation, and their total. Those that can be used today are first: no number of ended ones hides them. */
export const listKeys = (
  db: Db,
  organisationId: string,
  { today, ...query }: Page & { orderBy: 'made_at' | 'name'; direction: 'asc' | 'desc'; today: CalendarDate },
): Promise<{ rows: StoredKey[]; total: number }> =>
  pageOf(
    withMaker(db, organisationId),
    shown(db, organisationId)
      .orderBy(sql`revoked_at is null and last_day >= ${today}::date`, 'desc')
      .orderBy(query.orderBy, query.direction)
      .orderBy('api_key.id'),
    query,
  )

export const findKey = (db: Db, organisationId: string, id: string): Promise<StoredKey | undefined> =>
  shown(db, organisationId).where('api_key.id', '=', id).executeTakeFirst()

/** Names of keys, by id. */
export async function keyNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('api_key').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Lets one transaction at a time make or renew keys of the organisation. @returns how many others can be used today */
export async function lockKeys(tx: Tx, organisationId: string, today: CalendarDate, besides?: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(770041, hashtext(${organisationId}))`.execute(tx)
  let usable = ofOrganisation(tx, organisationId).where('revoked_at', 'is', null).where('last_day', '>=', today)
  if (besides !== undefined) usable = usable.where('api_key.id', '<>', besides)
  const { count } = await usable.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return count
}

type NewKey = Omit<Insertable<ApiKeyTables['api_key']>, 'id' | 'secret_hash'>

/** @returns its id */
export async function insertKey(tx: Tx, key: NewKey, secret: string): Promise<string> {
  const id = crypto.randomUUID()
  await tx
    .insertInto('api_key')
    .values({ ...key, id, secret_hash: hashOf(secret) })
    .execute()
  return id
}

/** Gives a key a new secret; the one before stays valid until `overlap_until`, any older one ends. @returns false when it is revoked */
export async function replaceSecret(
  tx: Tx,
  organisationId: string,
  id: string,
  next: { secret: string; starts_with: string; last_day: CalendarDate; overlap_until: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('api_key')
    .set((row) => ({
      secret_hash: hashOf(next.secret),
      starts_with: next.starts_with,
      last_day: next.last_day,
      old_secret_hash: next.overlap_until && row.ref('secret_hash'),
      old_secret_until: next.overlap_until,
    }))
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends a key for good, and forgets its secrets. @returns false when it was revoked before */
export async function endKey(tx: Tx, organisationId: string, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('api_key')
    .set({ revoked_at: now, secret_hash: null, old_secret_hash: null, old_secret_until: null })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
