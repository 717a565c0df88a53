import type { CarrierKey, ConnectionTest } from '@postroom/contract/carrier-connection'
import type { LockedActor } from '../../access/act.ts'
import { AppError } from '../../app-error.ts'
import { carrierOf, type Carriers } from '../../carriers/carriers.ts'
import type { CarrierKeys } from '../../carriers/carrier-port.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { recordAudit } from '../audit/audit.store.ts'
import type { CarrierAccount } from './account.store.ts'

/** A manager, or the person at the server's command line. */
type Manager = LockedActor | { organisation_id: string; id?: undefined }

/** The keys of the account's carrier. @throws AppError carrier_without_keys when it sells to everybody */
export function keysOf(context: { carriers: Carriers }, { carrier_code }: CarrierAccount): CarrierKeys {
  const { keys } = carrierOf(context, carrier_code)
  if (!keys) throw new AppError('carrier_without_keys')
  return keys
}

/**
 * The account buys with a key from now on. The carrier must have accepted it (`CarrierKeys.check`), which is asked outside the
 * transaction.
 */
export const connectAccount = (
  db: Db,
  { organisation_id, id: user_id }: Manager,
  { keys, account, key }: { keys: CarrierKeys; account: CarrierAccount; key: CarrierKey },
  found: ConnectionTest,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await keys.save(tx, account.id, key, found)
    const details = { prints_labels: String(found.prints_labels ?? 'unknown') }
    await recordAudit(tx, { organisation_id, user_id, event: 'carrier_connected', subject: account.id, details })
  })

/** The account buys nothing more with its key. Repeating it records nothing. */
export const disconnectAccount = (
  db: Db,
  { organisation_id, id: user_id }: Manager,
  { keys, account }: { keys: CarrierKeys; account: CarrierAccount },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { state } = await keys.connectionOf(tx, account.id)
    if (state !== 'connected') return
    await keys.end(tx, account.id)
    await recordAudit(tx, { organisation_id, user_id, event: 'carrier_disconnected', subject: account.id })
  })
