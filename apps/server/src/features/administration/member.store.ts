import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import { pageOf, type Page } from '../../db/page.ts'
import type { User } from '../identity/user.store.ts'

interface MemberQuery extends Page {
  orderBy: 'username' | 'fullname' | 'created_at'
  direction: 'asc' | 'desc'
}

/** The users of an organisation, without erased ones. */
const members = (db: Db, organisationId: string) =>
  db.selectFrom('app_user').where('organisation_id', '=', organisationId).where('erased_at', 'is', null)

/** One page of the organisation's users, and their total. */
export function findMembers(
  db: Db,
  organisationId: string,
  { orderBy, direction, ...page }: MemberQuery,
): Promise<{ rows: User[]; total: number }> {
  const found = members(db, organisationId)
  return pageOf(found, found.selectAll().orderBy(orderBy, direction).orderBy('id'), page)
}

/** Adds a user who has no password yet. @returns nothing when the username is taken */
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

/** A user of the organisation, locked until the transaction ends. */
export const lockMember = (tx: Tx, organisationId: string, id: string): Promise<User | undefined> =>
  members(tx, organisationId).selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/**
 * The managers of the organisation who can sign in, locked until the transaction ends. Take this lock before that of a
 * single user, or two changes could deadlock.
 */
export const lockManagers = (tx: Tx, organisationId: string): Promise<{ id: string }[]> =>
  managers(tx, organisationId)
    .select('id')
    .where((row) => row.or([row('password_hash', 'is not', null), row('subject', 'is not', null)]))
    .orderBy('id')
    .forUpdate()
    .execute()

/** A user of any organisation, including disabled ones. */
export const findMember = (db: Db, username: string): Promise<User | undefined> =>
  db.selectFrom('app_user').selectAll().where('username', '=', username).executeTakeFirst()

/** Changes a user of an organisation that the caller has checked. @returns the user after the change */
export const updateMember = (
  tx: Tx,
  id: string,
  change: Pick<User, 'plan' | 'roles' | 'permissions' | 'disabled_at'>,
): Promise<User> => tx.updateTable('app_user').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** The managers of the organisation who are not erased. */
export const listManagers = (db: Db, organisationId: string): Promise<Pick<User, 'id' | 'email'>[]> =>
  managers(db, organisationId).select(['id', 'email']).orderBy('id').execute()

const managers = (db: Db, organisationId: string) =>
  members(db, organisationId)
    .where('disabled_at', 'is', null)
    .where(sql<boolean>`'administration' = any (permissions)`)
