import { sql } from 'kysely'
import type { Requester } from '../../access/actor.ts'
import type { Tx } from '../../db/in-transaction.ts'
import { opensKey } from './api-keys/api-key-in-use.store.ts'

/** Advisory lock: calls that change users of an organisation exclude each other and all calls of its users. */
const USERS_OF = 770_027

/** Taken before a change of the organisation's users. Later calls of its users queue behind it, so a flood of calls cannot starve it. */
export const lockUsers = (tx: Tx, organisationId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${USERS_OF}, hashtext(${organisationId}))`.execute(tx)

/**
 * A user as they are now, and the session or API key they act through if they act through one, locked in this order until the transaction ends:
 * the user against every change, the session or key against its end. Renewing the session stays possible. Row locks that are shared
 * are passed on from call to call, and a call that disables the user could wait for ever: hence the lock queued for first.
 *
 * @returns nothing when the user is disabled or the session or key has ended
 */
export async function lockUser(
  tx: Tx,
  user: Pick<Requester, 'id' | 'organisation_id' | 'session_id' | 'api_key'>,
  now: Date,
): Promise<Pick<Requester, 'plan' | 'permissions'> | undefined> {
  const { id, organisation_id } = user
  const { join, lock } = wayIn(user, now)
  const { rows } = await sql<Pick<Requester, 'plan' | 'permissions'>>`
    with queued as materialized (select pg_advisory_xact_lock_shared(${USERS_OF}, hashtext(${organisation_id})))
    select plan, permissions from queued, app_user ${join}
    where app_user.id = ${id} and app_user.organisation_id = ${organisation_id} and disabled_at is null
    for share of app_user ${lock}`.execute(tx)
  return rows[0]
}

/** What the user acts through, still valid: a session, an API key, or nothing where the server works by itself. */
function wayIn({ session_id, api_key }: Pick<Requester, 'session_id' | 'api_key'>, now: Date) {
  if (session_id !== undefined)
    return {
      join: sql`join session on user_id = app_user.id and session.id = ${session_id} and ends_at > ${now}`,
      lock: sql`for key share of session`,
    }
  if (api_key)
    return {
      join: sql`join api_key on made_by = app_user.id and api_key.id = ${api_key.id} and ${opensKey(api_key.secret_hash, now)}`,
      lock: sql`for key share of api_key`,
    }
  return { join: sql``, lock: sql`` }
}
