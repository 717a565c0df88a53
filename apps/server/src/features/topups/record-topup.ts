import type { Pence } from '@postroom/domain/money'
import type { Tx } from '../../db/in-transaction.ts'
import { AppError } from '../../app-error.ts'
import { findAccountById, lockCarrierAccounts } from '../accounts/account.store.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { isOperatorNow } from '../identity/user.store.ts'
import { creditAccount } from '../ledger/ledger.store.ts'
import { findTopUpRequestByKey, insertTopUpRequest, type StoredTopUpRequest } from './topup-request.store.ts'
import { bookedAloneInADay, findTopUp, insertTopUp, type StoredTopUp } from './topup.store.ts'

/** Money that a provider reports as received. */
interface ReceivedMoney {
  carrier_account_id: string
  /**
   * The source. `manual`: an operator who saw it on the bank's statement. A payment service would call this port too.
   */
  provider: 'manual'
  amount: Pence
  reference: string
  /** A repeated key is the same money. */
  idem_key: string
}

interface Recording {
  /** The operator; null: the person at the server's command line. */
  by: string | null
  /** Pence that one operator may book alone for an organisation in 24 hours; more needs a second operator. */
  limit: Pence
}

/** The outcome: booked on the account, or waiting for a second operator. */
export type Recorded = { replayed: boolean } & ({ topUp: StoredTopUp } | { request: StoredTopUpRequest })

/**
 * The port of every way to top up: books received money once for each key. Money above the limit, counting what single
 * operators booked for the organisation in the last 24 hours, becomes a request that a second operator decides on.
 *
 * @throws AppError `permission_denied` when `by` is no longer an operator, `not_found`, `idempotency_key_reused`, or
 * `second_person_needed` when no operator is named
 */
export async function recordTopUp(tx: Tx, money: ReceivedMoney, { by, limit }: Recording): Promise<Recorded> {
  if (by !== null && !(await isOperatorNow(tx, by))) throw new AppError('permission_denied')
  const account = await findAccountById(tx, money.carrier_account_id)
  if (!account) throw new AppError('not_found')
  const { organisation_id } = account
  await lockCarrierAccounts(tx, organisation_id)
  const earlier = await findRecorded(tx, money)
  if (earlier) return { ...earlier, replayed: true }
  const isAlone = (await bookedAloneInADay(tx, organisation_id)) + money.amount <= limit
  if (isAlone) {
    const topUp = await bookTopUp(tx, { ...money, organisation_id, recorded_by: by, request_id: null }, by)
    return { topUp, replayed: false }
  }
  if (by === null) throw new AppError('second_person_needed')
  await insertTopUpRequest(tx, { ...money, organisation_id, requested_by: by })
  const { amount, provider } = money
  const details = { amount, provider }
  await recordAudit(tx, { organisation_id, user_id: by, event: 'topup_requested', subject: account.id, details })
  return { request: (await findTopUpRequestByKey(tx, account.id, money.idem_key))!, replayed: false }
}

/** What is recorded under the key of `money`. @throws AppError idempotency_key_reused, when that is other money */
async function findRecorded(tx: Tx, { carrier_account_id, idem_key, amount, reference }: ReceivedMoney) {
  const topUp = await findTopUp(tx, carrier_account_id, idem_key)
  const request = topUp ? undefined : await findTopUpRequestByKey(tx, carrier_account_id, idem_key)
  const earlier = topUp ?? request
  if (earlier && (earlier.amount !== amount || earlier.reference !== reference))
    throw new AppError('idempotency_key_reused')
  return topUp ? { topUp } : request && { request }
}

/** Books received money on the account. `by` is the acting operator; null: the person at the command line. */
export async function bookTopUp(
  tx: Tx,
  money: Omit<StoredTopUp, 'id' | 'at' | 'transfer_id'>,
  by: string | null,
): Promise<StoredTopUp> {
  await creditAccount(tx, money.carrier_account_id, money.amount)
  const topUp = await insertTopUp(tx, money)
  await recordAudit(tx, {
    organisation_id: money.organisation_id,
    user_id: by ?? undefined,
    event: 'topup_recorded',
    subject: money.carrier_account_id,
    details: { amount: money.amount, provider: money.provider, transfer_id: topUp.transfer_id },
  })
  return topUp
}
