import { COLLEAGUES_MAX } from '@postroom/contract/identity'
import { sql, type Selectable } from 'kysely'
import { randomBytes } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import type { IdentityTables } from '../../db/tables/people/identity.ts'

export type User = Selectable<IdentityTables['app_user']>

/** Whether a user has no way to sign in yet. */
export const isInvited = ({ password_hash, subject }: User): boolean => password_hash === null && subject === null

/** A user who may sign in. */
export const findUserByUsername = (db: Db, username: string): Promise<User | undefined> =>
  db
    .selectFrom('app_user')
    .selectAll()
    .where('username', '=', username)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()

/** A user who is known to exist. */
export const getUser = (db: Db, id: string): Promise<User> =>
  db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/**
 * Locks the user row, so that a concurrent disable or change of password waits and sees this transaction's result.
 *
 * @returns false when the user was disabled, or the way they sign in changed, since `user` was read: what they proved is void
 */
export const lockUnchanged = async (tx: Tx, { id, auth_version }: User): Promise<boolean> =>
  (await tx
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', id)
    .where('auth_version', '=', auth_version)
    .where('disabled_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined

/** Whether a user is not disabled and holds `top_up`, locked so that it stays so until the transaction ends. */
export const isOperatorNow = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .where(sql<boolean>`'top_up' = any (permissions)`)
    .forShare()
    .executeTakeFirst()) !== undefined

export const updateUser = (
  db: Db,
  id: string,
  changes: Partial<Pick<User, 'fullname' | 'email' | 'disabled_at' | 'issuer' | 'subject'>>,
): Promise<unknown> => db.updateTable('app_user').set(changes).where('id', '=', id).execute()

/** Changes how a user signs in. A sign-in in progress, or a password confirmed before, is void from now on. */
export async function changeAuthentication(
  tx: Tx,
  id: string,
  changes: Partial<Pick<User, 'password_hash'>> = {},
): Promise<void> {
  await tx
    .updateTable('app_user')
    .set((row) => ({ ...changes, auth_version: row('auth_version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** A user and their organisation, visible within that organisation only. */
export const findColleague = (
  db: Db,
  organisationId: string,
  id: string,
): Promise<(User & { organisation_name: string }) | undefined> =>
  db
    .selectFrom('app_user as user')
    .innerJoin('organisation', 'organisation.id', 'user.organisation_id')
    .selectAll('user')
    .select('organisation.name as organisation_name')
    .where('user.id', '=', id)
    .where('user.organisation_id', '=', organisationId)
    .executeTakeFirst()

/** Users of an organisation by name, without those who were erased. Managers who are disabled do not count as managers. */
export const listColleagues = (
  db: Db,
  organisationId: string,
): Promise<(Pick<User, 'id' | 'fullname'> & { is_manager: boolean })[]> =>
  db
    .selectFrom('app_user')
    .select(['id', 'fullname'])
    .select(sql<boolean>`'administration' = any (permissions) and disabled_at is null`.as('is_manager'))
    .where('organisation_id', '=', organisationId)
    .where('erased_at', 'is', null)
    .orderBy('fullname')
    .orderBy('id')
    .limit(COLLEAGUES_MAX)
    .execute()

/**
 * Creates an organisation, with a handle made from its name: `rhiannon-ceramics-ltd`, or with four more digits when
 * that is taken.
 */
export async function insertOrganisation(db: Db, name: string): Promise<{ id: string }> {
  const ascii = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
  const handle =
    ascii
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 40)
      .replace(/-+$/, '') || 'office'
  const insert = (tried: string) =>
    db
      .insertInto('organisation')
      .values({ name, handle: tried })
      .onConflict((conflict) => conflict.column('handle').doNothing())
      .returning('id')
  const made = await insert(handle).executeTakeFirst()
  return made ?? insert(`${handle}-${randomBytes(4).toString('hex')}`).executeTakeFirstOrThrow()
}

export const handleOf = async (db: Db, id: string): Promise<string> =>
  (await db.selectFrom('organisation').select('handle').where('id', '=', id).executeTakeFirstOrThrow()).handle

export const organisationExists = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('organisation').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export const insertUser = (
  db: Db,
  user: Omit<User, 'id' | 'auth_version' | 'created_at' | 'disabled_at' | 'erased_at' | 'issuer' | 'subject'>,
): Promise<User> => db.insertInto('app_user').values(user).returningAll().executeTakeFirstOrThrow()

/** Whether the database has no users yet. Keeps other server processes waiting until the transaction ends. */
export async function isFirstStart(tx: Tx): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(770003)`.execute(tx)
  return (await tx.selectFrom('organisation').select('id').limit(1).executeTakeFirst()) === undefined
}
