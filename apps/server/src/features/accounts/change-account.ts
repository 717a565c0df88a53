import { toPence } from '@postroom/domain/money'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedInUser } from '../../http/signed-in-user.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { updateAccount, type CarrierAccount } from './account.store.ts'

interface AccountChange {
  name?: string | undefined
  is_active?: boolean | undefined
  low_balance?: number | null | undefined
}

/** Changes what an office manager may change of an account, and notes which of it. */
export const changeAccount = (
  db: Db,
  { organisation_id, id: user_id }: SignedInUser,
  id: string,
  { low_balance, ...change }: AccountChange,
): Promise<CarrierAccount> =>
  inTransaction(db, async (tx) => {
    const threshold = typeof low_balance === 'number' ? toPence(low_balance) : low_balance
    const changed = await updateAccount(tx, organisation_id, id, { ...change, low_balance: threshold })
    if (!changed) throw new AppError('not_found')
    const details = { is_active: String(changed.is_active), low_balance: changed.low_balance ?? 'none' }
    await recordAudit(tx, { organisation_id, user_id, event: 'account_changed', subject: id, details })
    return changed
  })
