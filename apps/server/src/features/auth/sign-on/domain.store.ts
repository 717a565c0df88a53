import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../db/in-transaction.ts'
import { sqlStateOf } from '../../../db/sql-state.ts'
import type { StoredDomain } from './sign-on.store.ts'

const UNIQUE_VIOLATION = '23505'

/** The mail domains that an organisation says are its own, by name. */
export const findDomains = (db: Db, organisationId: string): Promise<StoredDomain[]> =>
  db
    .selectFrom('sign_on_domain')
    .select(['domain', 'confirmed_at'])
    .where('organisation_id', '=', organisationId)
    .orderBy('domain')
    .execute()

/** Replaces the list; a domain that stays keeps its confirmation. */
export async function putDomains(tx: Tx, organisationId: string, domains: readonly string[]): Promise<void> {
  const removed = tx.deleteFrom('sign_on_domain').where('organisation_id', '=', organisationId)
  await (domains.length === 0 ? removed : removed.where('domain', 'not in', domains)).execute()
  if (domains.length === 0) return
  await tx
    .insertInto('sign_on_domain')
    .values(domains.map((domain) => ({ organisation_id: organisationId, domain })))
    .onConflict((conflict) => conflict.columns(['organisation_id', 'domain']).doNothing())
    .execute()
}

/** Whether an operator has confirmed that the domain of a mail address is the organisation's. */
export const isOwnDomain = async (db: Db, organisationId: string, email: string): Promise<boolean> =>
  (await db
    .selectFrom('sign_on_domain')
    .select('domain')
    .where('organisation_id', '=', organisationId)
    .where('domain', '=', email.slice(email.lastIndexOf('@') + 1).toLowerCase())
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()) !== undefined

/** Confirms that a domain is an organisation's. @returns false when it is confirmed for another one */
export async function confirmDomain(tx: Tx, organisation_id: string, domain: string, now: Date): Promise<boolean> {
  try {
    await tx
      .insertInto('sign_on_domain')
      .values({ organisation_id, domain, confirmed_at: now })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'domain']).doUpdateSet({ confirmed_at: now }))
      .execute()
    return true
  } catch (error) {
    if (sqlStateOf(error) === UNIQUE_VIOLATION) return false
    throw error
  }
}
