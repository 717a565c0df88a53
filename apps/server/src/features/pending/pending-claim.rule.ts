import { AppError } from '../../app-error.ts'
import type { Tx } from '../../db/in-transaction.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { findPending } from './pending.store.ts'

/**
 * Refuses a purchase of a prepared shipment that another operator works on: they may have another weight for it.
 * @throws AppError `pending_claimed`
 */
export async function refuseClaimed(
  tx: Tx,
  { id, organisation_id }: Pick<SignedInUser, 'id' | 'organisation_id'>,
  key: string,
): Promise<void> {
  const row = await findPending(tx, organisation_id, key)
  if (row && row.claimed_by !== null && row.claimed_by !== id) throw new AppError('pending_claimed')
}
