import type { Context } from '../context.ts'
import { inTransaction, type Tx } from '../db/in-transaction.ts'
import { lockUser, lockUsers } from '../features/auth/session.store.ts'
import { AppError } from '../app-error.ts'
import { refusalFor } from './authorise.ts'
import type { Principal } from './signed-in-user.ts'

declare const LOCKED: unique symbol

/** Somebody who may do what they ask for, with the plan and permissions they have: both stay so until the transaction ends. */
export type Actor<P extends Principal = Principal> = P & { readonly [LOCKED]: true }

/**
 * Changes something on behalf of a user, all or nothing. The call was let in when its headers came; its body may have come
 * much later, or it may have waited for a lock since. So who asks is looked up again in the transaction that does the work.
 *
 * @throws AppError as `lockActor`
 */
export const act = <T, P extends Principal>(
  context: Pick<Context, 'db' | 'now' | 'settings'>,
  user: P,
  work: (tx: Tx, actor: Actor<P>) => Promise<T>,
): Promise<T> => inTransaction(context.db, async (tx) => work(tx, await lockActor(context, tx, user)))

/** The same for what changes users of the organisation or how they sign in: such changes come one after the other. */
export const actOnUsers = <T, P extends Principal>(
  context: Pick<Context, 'db' | 'now' | 'settings'>,
  user: P,
  work: (tx: Tx, actor: Actor<P>) => Promise<T>,
): Promise<T> =>
  inTransaction(context.db, async (tx) => {
    await lockUsers(tx, user.organisation_id)
    return work(tx, await lockActor(context, tx, user))
  })

/**
 * Reads session, user, plan and permissions again and locks them: a call that disables the user, ends the session or takes a
 * right away either waits for this transaction, or is seen by it. Comes before all other locks, or two transactions could
 * wait for each other; only a call that changes users locks all users of the organisation first.
 *
 * @throws AppError `session_expired`, `not_in_plan` or `permission_denied`
 */
async function lockActor<P extends Principal>(
  { now, settings }: Pick<Context, 'now' | 'settings'>,
  tx: Tx,
  user: P,
): Promise<Actor<P>> {
  const present = await lockUser(tx, user, now())
  if (!present) throw user.session_id === undefined ? new AppError('permission_denied') : sessionExpired()
  const refusal = refusalFor(user.needs, present, settings.projectVariant)
  if (refusal) throw refusal
  return { ...user, ...present } as Actor<P>
}

/** The refusal of a call whose session does not exist (any more). */
export const sessionExpired = (): AppError =>
  new AppError('session_expired', { headers: { 'www-authenticate': 'Bearer' } })
