import { ukDateOf } from '@postroom/domain/calendar'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../db/in-transaction.ts'
import { pageOf } from '../../../db/page.ts'
import type { Person } from './person.ts'
import type { Search } from './read-request.ts'

/** A user whom the identity provider manages. */
export interface Provisioned extends Person {
  id: string
  created_at: Date
}

/** The provisioned users of an organisation. Operators of the installation are no business of any provider. */
const provisioned = (db: Db, organisationId: string) =>
  db
    .selectFrom('provisioned_user as kept')
    .innerJoin('app_user as user', 'user.id', 'kept.user_id')
    .where('kept.organisation_id', '=', organisationId)
    .where(sql<boolean>`not 'operator' = any (roles)`)

const shown = (db: Db, organisationId: string) =>
  provisioned(db, organisationId)
    .select(['user.id', 'kept.created_at', 'user_name as userName', 'external_id as externalId'])
    .select(['fullname as displayName', 'formatted_name as formatted', 'given_name as givenName'])
    .select(['family_name as familyName', 'email', sql<boolean>`disabled_at is null`.as('active')])

export const findProvisioned = (db: Db, organisationId: string, id: string): Promise<Provisioned | undefined> =>
  shown(db, organisationId).where('user.id', '=', id).executeTakeFirst()

/** One page of those that match, in the order in which they were added, and the number of all. */
export function searchProvisioned(
  db: Db,
  organisationId: string,
  { filter, startIndex, count }: Search,
): Promise<{ rows: Provisioned[]; total: number }> {
  const matches =
    filter === undefined
      ? sql<boolean>`true`
      : filter.by === 'userName'
        ? sql<boolean>`lower(user_name) = lower(${filter.value})`
        : sql<boolean>`external_id = ${filter.value}`
  return pageOf(
    provisioned(db, organisationId).where(matches),
    shown(db, organisationId).where(matches).orderBy('kept.created_at').orderBy('user.id'),
    { start: startIndex - 1, length: count },
  )
}

/** Whether the provider has given this name to another user than `besides`. */
export const isNameTaken = async (
  db: Db,
  organisationId: string,
  userName: string,
  besides?: string,
): Promise<boolean> =>
  (await db
    .selectFrom('provisioned_user')
    .select('user_id')
    .where('organisation_id', '=', organisationId)
    .where(sql<boolean>`lower(user_name) = lower(${userName})`)
    .where('user_id', 'is distinct from', besides ?? null)
    .executeTakeFirst()) !== undefined

/** Which of these users of an organisation its provider manages. */
export async function provisionedAmong(db: Db, organisationId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await provisioned(db, organisationId).select('user.id').where('user.id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Keeps what the provider calls a user. */
export function putProvisioned(
  tx: Tx,
  { id: user_id, organisation_id }: { id: string; organisation_id: string },
  { userName, externalId, formatted, givenName, familyName }: Person,
): Promise<unknown> {
  const names = {
    user_name: userName,
    external_id: externalId,
    formatted_name: formatted,
    given_name: givenName,
    family_name: familyName,
  }
  return tx
    .insertInto('provisioned_user')
    .values({ user_id, organisation_id, ...names })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(names))
    .execute()
}

export const deleteProvisioned = (tx: Tx, userId: string): Promise<unknown> =>
  tx.deleteFrom('provisioned_user').where('user_id', '=', userId).execute()

/** Whether the organisation has a key for provisioning that can be used now, and the last call with any such key. */
export const findProvisioning = (
  db: Db,
  organisationId: string,
  now: Date,
): Promise<{ has_key: boolean; last_called_at: Date | null }> =>
  db
    .selectFrom('api_key')
    .innerJoin('app_user as maker', 'maker.id', 'made_by')
    .where('api_key.organisation_id', '=', organisationId)
    .where(sql<boolean>`scopes @> '{provisioning}'`)
    .select((key) => key.fn.max('last_used_at').as('last_called_at'))
    .select(
      sql<boolean>`coalesce(bool_or(revoked_at is null and last_day >= ${ukDateOf(now)}::date and maker.disabled_at is null), false)`.as(
        'has_key',
      ),
    )
    .executeTakeFirstOrThrow()
