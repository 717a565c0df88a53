import type { Pence } from '@postroom/domain/money'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { creditAccount } from '../ledger/ledger.store.ts'
import { lockCarrierAccount } from './account.store.ts'
import { findTopUp, insertTopUp, type StoredTopUp } from './topup.store.ts'

/** Money that a provider says it has received. */
export interface ReceivedMoney {
  organisation_id: string
  carrier_account_id: string
  /** Who says so. `manual`: a person who saw it on the bank's statement. A payment service would call in from outside. */
  provider: 'manual'
  amount: Pence
  reference: string
  /** The same key is the same money. */
  idem_key: string
  /** Null: at the server's command line. */
  recorded_by: string | null
}

/** The port of every way to top up: books received money once for each key. @throws AppError when the key stands for other money */
export const recordTopUp = (db: Db, money: ReceivedMoney): Promise<{ topUp: StoredTopUp; replayed: boolean }> =>
  inTransaction(db, async (tx) => {
    const account = await lockCarrierAccount(tx, money.organisation_id, money.carrier_account_id)
    if (!account) throw new AppError('not_found')
    const earlier = await findTopUp(tx, account.id, money.idem_key)
    if (earlier && (earlier.amount !== money.amount || earlier.reference !== money.reference))
      throw new AppError('idempotency_key_reused')
    if (earlier) return { topUp: earlier, replayed: true }
    await creditAccount(tx, account.id, money.amount)
    const topUp = await insertTopUp(tx, money)
    await recordAudit(tx, {
      organisation_id: money.organisation_id,
      user_id: money.recorded_by ?? undefined,
      event: 'topup_recorded',
      subject: account.id,
      details: { amount: money.amount, provider: money.provider, transfer_id: topUp.transfer_id },
    })
    return { topUp, replayed: false }
  })
