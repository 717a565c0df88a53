import type { Db } from '../../../db/database.ts'
import { hashOf } from '../../../secret-token.ts'

/** A user's two-factor secrets in base32, encrypted. `secret` is active; the pending one waits for its first code. */
export interface TwoFactor {
  secret: string | null
  pending_secret: string | null
}

export const findTwoFactor = (db: Db, userId: string): Promise<TwoFactor | undefined> =>
  db.selectFrom('two_factor').select(['secret', 'pending_secret']).where('user_id', '=', userId).executeTakeFirst()

export async function putPendingSecret(tx: Db, userId: string, pending_secret: string): Promise<void> {
  await tx
    .insertInto('two_factor')
    .values({ user_id: userId, pending_secret })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pending_secret }))
    .execute()
}

/** Puts the pending secret in force, with new recovery codes. */
export async function activateSecret(
  tx: Db,
  userId: string,
  step: { secret: string; period: number; recoveryCodes: readonly string[] },
): Promise<void> {
  await tx
    .updateTable('two_factor')
    .set({ secret: step.secret, pending_secret: null, last_period: step.period })
    .where('user_id', '=', userId)
    .execute()
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_code')
    .values(step.recoveryCodes.map((code) => ({ user_id: userId, code_hash: hashOf(code) })))
    .execute()
}

/** Stores the secret in force in another way; one that was changed meanwhile stays. */
export const replaceSecret = (
  db: Db,
  userId: string,
  { stored, by }: { stored: string; by: string },
): Promise<unknown> =>
  db.updateTable('two_factor').set({ secret: by }).where('user_id', '=', userId).where('secret', '=', stored).execute()

/** The active secret of any one user. */
export const findAnySecret = (db: Db): Promise<{ user_id: string; secret: string | null } | undefined> =>
  db.selectFrom('two_factor').select(['user_id', 'secret']).where('secret', 'is not', null).limit(1).executeTakeFirst()

/** Counts a code of the app before it is checked. @returns how many in a row that makes; nothing, and none counted, after `max` */
export async function countCode(db: Db, userId: string, max: number): Promise<number | undefined> {
  const counted = await db
    .updateTable('two_factor')
    .set((row) => ({ failures: row('failures', '+', 1) }))
    .where('user_id', '=', userId)
    .where('failures', '<', max)
    .returning('failures')
    .executeTakeFirst()
  return counted?.failures
}

/** Clears the count of wrong codes, after a right code or a password reset. */
export const clearWrongCodes = (db: Db, userId: string): Promise<unknown> =>
  db.updateTable('two_factor').set({ failures: 0 }).where('user_id', '=', userId).execute()

/** Consumes the code of a period. @returns false when it, or a later one, was used before */
export async function usePeriod(db: Db, userId: string, period: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factor')
    .set({ last_period: period })
    .where('user_id', '=', userId)
    .where('last_period', '<', period)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Consumes a recovery code. @returns false when there is no such code */
export async function useRecoveryCode(db: Db, userId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(code))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .where('user_id', '=', userId)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes the secret and the recovery codes. */
export async function deleteTwoFactor(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('two_factor').where('user_id', '=', userId).execute()
}
