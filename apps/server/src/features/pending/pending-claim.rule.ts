import { AppError } from '../../app-error.ts'
import type { Tx } from '../../db/in-transaction.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { findPending, type PendingShipment } from './pending.store.ts'

/**
 * Refuses a purchase of a prepared shipment that another operator works on: they may have another weight for it.
 *
 * @returns the prepared shipment; nothing when the key is of none
 * @throws AppError `pending_claimed`
 */
export async function refuseClaimed(
  tx: Tx,
  { id, organisation_id }: Pick<SignedInUser, 'id' | 'organisation_id'>,
  key: string,
): Promise<PendingShipment | undefined> {
  const row = await findPending(tx, organisation_id, key)
  if (row && row.claimed_by !== null && row.claimed_by !== id) throw new AppError('pending_claimed')
  return row
}
