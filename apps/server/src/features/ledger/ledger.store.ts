import { toPence, type Pence } from '@postroom/domain/money'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'

/** The money of one purchase: whose, how much, and which part of it is ours and not the carrier's. */
export interface PurchaseMoney {
  id: string
  carrier_account_id: string
  amount: Pence
  own_fees: Pence
}

const customer = (carrierAccountId: string): string => `cust:${carrierAccountId}`
const held = (carrierAccountId: string): string => `held:${carrierAccountId}`
const CARRIER = 'carrier:RM'
const OWN_FEES = 'revenue:fees'

/**
 * Sets the price of a purchase aside. The only place where funds are truly checked: reading a balance first and
 * deciding on it would let two purchases spend the same pound.
 *
 * @returns false when the balance is too small; the transaction is then of no more use and must be left.
 */
export async function holdFunds(tx: Tx, of: PurchaseMoney): Promise<boolean> {
  try {
    await post(tx, of.id, 'hold', customer(of.carrier_account_id), held(of.carrier_account_id), of.amount)
    return true
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'balance_not_below_floor') return false
    throw error
  }
}

/** Spends what was held: the postage exists. The carrier gets its part, our own fees stay with us. */
export async function captureFunds(tx: Tx, of: PurchaseMoney): Promise<void> {
  const from = held(of.carrier_account_id)
  await post(tx, of.id, 'capture', from, CARRIER, toPence(of.amount - of.own_fees))
  if (of.own_fees > 0) await post(tx, of.id, 'fee', from, OWN_FEES, of.own_fees)
}

/** Gives back what was held: the postage does not exist and never will. */
export const releaseFunds = (tx: Tx, of: PurchaseMoney): Promise<void> =>
  post(tx, of.id, 'release', held(of.carrier_account_id), customer(of.carrier_account_id), of.amount)

/** Takes a purchase back: the carrier's part from the carrier, our own fees from us. The database checks it to the penny. */
export async function refundFunds(tx: Tx, of: PurchaseMoney): Promise<void> {
  const to = customer(of.carrier_account_id)
  await post(tx, of.id, 'refund', CARRIER, to, toPence(of.amount - of.own_fees))
  if (of.own_fees > 0) await post(tx, of.id, 'fee_refund', OWN_FEES, to, of.own_fees)
}

/** Money that came in from outside. */
export const creditAccount = (db: Db, carrierAccountId: string, amount: Pence): Promise<void> =>
  post(db, null, 'topup', 'bank', customer(carrierAccountId), amount)

/** What an account can still spend, and what is set aside for purchases under way; in pence. */
export async function fundsOf(db: Db, carrierAccountId: string): Promise<{ available: Pence; held: Pence }> {
  const ids = [customer(carrierAccountId), held(carrierAccountId)] as const
  const rows = await db.selectFrom('account').select(['id', 'balance']).where('id', 'in', ids).execute()
  const balanceOf = (id: string): Pence => rows.find((row) => row.id === id)?.balance ?? (0 as Pence)
  return { available: balanceOf(ids[0]), held: balanceOf(ids[1]) }
}

/** Moves money from `debit` to `credit`. Every movement goes through here, and below through one database function. */
async function post(db: Db, purchase: string | null, kind: string, debit: string, credit: string, amount: Pence) {
  await sql`select post(${purchase}::uuid, ${kind}, ${debit}, ${credit}, ${amount}::bigint)`.execute(db)
}
