import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import type { User } from '../identity/user.store.ts'

interface MemberQuery {
  organisation_id: string
  orderBy: 'username' | 'fullname' | 'created_at'
  direction: 'asc' | 'desc'
  start: number
  length: number
}

/** One page of the organisation's users, and how many there are in all. */
export async function findMembers(db: Db, query: MemberQuery): Promise<{ rows: User[]; total: number }> {
  const found = db.selectFrom('app_user').where('organisation_id', '=', query.organisation_id)
  const [rows, { total }] = await Promise.all([
    found
      .selectAll()
      .orderBy(query.orderBy, query.direction)
      .orderBy('id')
      .offset(query.start)
      .limit(query.length)
      .execute(),
    found.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** Adds a user who has no password yet. @returns nothing when somebody has that username */
export const insertMember = (
  tx: Tx,
  member: Pick<User, 'organisation_id' | 'username' | 'email' | 'fullname' | 'plan' | 'roles' | 'permissions'>,
): Promise<User | undefined> =>
  tx
    .insertInto('app_user')
    .values({ ...member, password_hash: null })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .returningAll()
    .executeTakeFirst()

/** A user of the organisation, kept from other changes until the transaction ends. */
export const lockMember = (tx: Tx, organisationId: string, id: string): Promise<User | undefined> =>
  tx
    .selectFrom('app_user')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Changes a user whose organisation was looked at. @returns him as he is now */
export const updateMember = (
  tx: Tx,
  id: string,
  change: Pick<User, 'plan' | 'roles' | 'permissions' | 'disabled_at'>,
): Promise<User> => tx.updateTable('app_user').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Whoever manages the organisation and is still there. */
export const listManagers = (db: Db, organisationId: string): Promise<{ email: string }[]> =>
  db
    .selectFrom('app_user')
    .select('email')
    .where('organisation_id', '=', organisationId)
    .where('disabled_at', 'is', null)
    .where(sql<boolean>`'administration' = any (permissions)`)
    .orderBy('id')
    .execute()
