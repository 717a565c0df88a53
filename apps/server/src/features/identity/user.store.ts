import { sql, type Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import type { IdentityTables } from '../../db/tables-identity.ts'

export type User = Selectable<IdentityTables['app_user']>

/** Nobody needs more users than this at one e-mail address, and each is sent a mail. */
const LOGIN_MEANS_MAX = 5

/** Somebody who may sign in. */
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

/** Whom somebody may mean who forgot his password: the username, or the e-mail address of one or more users. */
export const findUsersByLogin = (db: Db, login: string): Promise<User[]> =>
  db
    .selectFrom('app_user')
    .selectAll()
    .where(sql<boolean>`username = ${login} or lower(email) = lower(${login})`)
    .where('disabled_at', 'is', null)
    .orderBy('username')
    .limit(LOGIN_MEANS_MAX)
    .execute()

export async function updateUser(
  db: Db,
  id: string,
  changes: Partial<Pick<User, 'fullname' | 'email' | 'password_hash'>>,
): Promise<void> {
  await db.updateTable('app_user').set(changes).where('id', '=', id).execute()
}

/** A user and his organisation, seen from within that organisation only. */
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

export const insertOrganisation = (db: Db, name: string): Promise<{ id: string }> =>
  db.insertInto('organisation').values({ name }).returning('id').executeTakeFirstOrThrow()

export const organisationExists = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('organisation').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export const insertUser = (
  db: Db,
  user: Omit<User, 'id' | 'created_at' | 'disabled_at' | 'erased_at'>,
): Promise<User> => db.insertInto('app_user').values(user).returningAll().executeTakeFirstOrThrow()

/** Whether nobody uses this database yet. Keeps other server processes waiting until the transaction ends. */
export async function isFirstStart(tx: Tx): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(770003)`.execute(tx)
  return (await tx.selectFrom('organisation').select('id').limit(1).executeTakeFirst()) === undefined
}
