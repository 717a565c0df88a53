import { AppError } from '../../app-error.ts'
import type { Db } from '../../db/database.ts'
import { findCarrierAccount, type CarrierAccount } from './account.store.ts'

/** An account of the user's organisation. @throws AppError not_found, also for an account of another organisation */
export async function ownAccount(
  db: Db,
  { organisation_id }: { organisation_id: string },
  id: string,
): Promise<CarrierAccount> {
  const account = await findCarrierAccount(db, organisation_id, id)
  if (!account) throw new AppError('not_found')
  return account
}
