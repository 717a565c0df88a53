import type { ErrorCode } from '@postroom/contract/errors'
import type { Context } from '../context.ts'
import { inTransaction, type Tx } from '../db/in-transaction.ts'
import { lockUser, lockUsers } from '../features/auth/lock-user.store.ts'
import { AppError } from '../app-error.ts'
import { refusalFor } from './authorise.ts'
import type { Requester } from './actor.ts'

declare const LOCKED: unique symbol

/** An actor who may do what they ask for; their plan and permissions cannot change until the transaction ends. */
export type LockedActor<R extends Requester = Requester> = R & { readonly [LOCKED]: true }

/**
 * Changes something on behalf of a user, all or nothing. A call is authorised when its headers arrive, but its body may
 * arrive much later, and it may wait for locks. So the transaction that does the work checks the user again.
 *
 * @throws AppError as `lockActor`
 */
export const act = <T, R extends Requester>(
  context: Pick<Context, 'db' | 'now' | 'settings'>,
  user: R,
  work: (tx: Tx, actor: LockedActor<R>) => Promise<T>,
): Promise<T> => inTransaction(context.db, async (tx) => work(tx, await lockActor(context, tx, user)))

/** Like `act`, for changes to the organisation's users or to how they sign in. Such changes run one at a time. */
export const actOnUsers = <T, R extends Requester>(
  context: Pick<Context, 'db' | 'now' | 'settings'>,
  user: R,
  work: (tx: Tx, actor: LockedActor<R>) => Promise<T>,
): Promise<T> =>
  inTransaction(context.db, async (tx) => {
    await lockUsers(tx, user.organisation_id)
    return work(tx, await lockActor(context, tx, user))
  })

/**
 * Reads session or API key, user, plan and permissions again and locks them: a call that disables the user, ends the session or
 * revokes a permission either waits for this transaction, or this transaction sees it. Take this lock before all others
 * to avoid deadlocks; only a call that changes users locks all users of the organisation first.
 *
 * @throws AppError `session_expired`, `api_key_invalid`, `not_in_plan` or `permission_denied`
 */
async function lockActor<R extends Requester>(
  { now, settings }: Pick<Context, 'now' | 'settings'>,
  tx: Tx,
  user: R,
): Promise<LockedActor<R>> {
  const present = await lockUser(tx, user, now())
  if (!present) throw new AppError(goneCodeOf(user))
  const refusal = refusalFor(user.needs, present, settings.projectVariant)
  if (refusal) throw refusal
  return { ...user, ...present } as LockedActor<R>
}

function goneCodeOf({ session_id, api_key }: Requester): ErrorCode {
  if (api_key) return 'api_key_invalid'
  return session_id === undefined ? 'permission_denied' : 'session_expired'
}
