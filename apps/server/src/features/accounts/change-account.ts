import { normaliseAddress } from '@postroom/contract/address'
import type { openCarrierAccount, updateCarrierAccount } from '@postroom/contract/carrier-account'
import type { RequestOf } from '@postroom/contract/endpoint'
import { toPence, type Pence } from '@postroom/domain/money'
import type { Db } from '../../db/database.ts'
import { inTransaction, type Tx } from '../../db/in-transaction.ts'
import type { LockedActor } from '../../access/act.ts'
import { AppError } from '../../app-error.ts'
import { checkPrintable } from '../../documents/check-printable.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { insertAccount, updateAccount, type CarrierAccount } from './account.store.ts'

/** Opens another account of the organisation; without a user at the server's command line. */
export const openAccount = (
  db: Db,
  { organisation_id, id: user_id }: LockedActor | { organisation_id: string; id?: undefined },
  { carrier_code, name, pricing, ...asked }: RequestOf<typeof openCarrierAccount>['body'],
): Promise<CarrierAccount> =>
  inTransaction(db, async (tx) => {
    checkPrintable({ name })
    const opened = await insertAccount(tx, { organisation_id, carrier_code, name, pricing, ...columnsOf(asked) })
    const details = { carrier_code, pricing, ...detailsOf(opened) }
    await recordAudit(tx, { organisation_id, user_id, event: 'account_opened', subject: opened.id, details })
    return opened
  })

/** Changes the account settings that a manager may change, and records the new settings in the audit log. */
export async function changeAccount(
  tx: Tx,
  { organisation_id, id: user_id }: LockedActor,
  id: string,
  { name, is_active, ...asked }: RequestOf<typeof updateCarrierAccount>['body'],
): Promise<CarrierAccount> {
  checkPrintable({ name, billing: asked.billing })
  const changed = await updateAccount(tx, organisation_id, id, { name, is_active, ...columnsOf(asked) })
  if (!changed) throw new AppError('not_found')
  const details = detailsOf(changed)
  await recordAudit(tx, { organisation_id, user_id, event: 'account_changed', subject: id, details })
  return changed
}

type Asked = Pick<
  RequestOf<typeof updateCarrierAccount>['body'],
  'low_balance' | 'limits' | 'billing' | 'manifest_at' | 'return_service'
>

/** The requested changes in stored form; fields left out are unchanged. */
const columnsOf = ({ low_balance, limits, billing, manifest_at, return_service }: Asked) => ({
  manifest_at,
  return_service,
  billing: billing && JSON.stringify(normaliseAddress(billing)),
  low_balance: penceOrNull(low_balance),
  purchases_per_minute: limits?.purchases_per_minute,
  pence_per_day: penceOrNull(limits?.pence_per_day),
})

const penceOrNull = (amount: number | null | undefined): Pence | null | undefined =>
  typeof amount === 'number' ? toPence(amount) : amount

const detailsOf = (account: CarrierAccount) => ({
  is_active: String(account.is_active),
  low_balance: account.low_balance ?? 'none',
  purchases_per_minute: account.purchases_per_minute ?? 'none',
  pence_per_day: account.pence_per_day ?? 'none',
  manifest_at: account.manifest_at?.slice(0, 5) ?? 'none',
  return_service: account.return_service ?? 'none',
})
