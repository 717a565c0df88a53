import { timesPence, toPence, type Pence } from '@postroom/domain/money'
import type { CarrierCharge, ChargeChange } from '@postroom/domain/purchase/carrier-charge'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import { customer, LOSS, post } from './post.store.ts'

/** The money of one purchase. */
export interface PurchaseMoney {
  id: string
  carrier_account_id: string
  carrier_code: string
  /** The price, which is held. */
  amount: Pence
  /** Our own part of the price. */
  own_fees: Pence
  /** What the carrier charged; null: its part of the price. */
  charged: Pence | null
  /** What the customer finally pays: the price, or less when the carrier charged less. */
  payable: Pence
}

const held = (carrierAccountId: string): string => `held:${carrierAccountId}`
/** The clearing account of a carrier, which the database opens with the carrier's row. */
const clearing = (carrierCode: string): string => `carrier:${carrierCode}`
const OWN_FEES = 'revenue:fees'

/**
 * Holds the price of a purchase. This is the only check of funds that counts: two purchases that read the balance first
 * could both spend the same pound.
 *
 * @returns false when the balance is too small; the transaction is then aborted and must be left
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

/**
 * Captures the hold: the postage exists. The carrier gets what it charged, we keep our own fees, the rest is released.
 * The platform pays a charge above the price, never the customer.
 */
export async function captureFunds(tx: Tx, of: PurchaseMoney): Promise<void> {
  const { id, carrier_account_id, carrier_code, amount, own_fees, payable, charged } = of
  const from = held(carrier_account_id)
  await post(tx, id, 'capture', from, clearing(carrier_code), toPence(payable - own_fees))
  if (own_fees > 0) await post(tx, id, 'fee', from, OWN_FEES, own_fees)
  if (payable < amount) await post(tx, id, 'release', from, customer(carrier_account_id), toPence(amount - payable))
  if (charged !== null) await bearByPlatform(tx, of, toPence(charged - (payable - own_fees)))
}

/** Releases the hold: the postage does not exist and never will. */
export const releaseFunds = (tx: Tx, of: PurchaseMoney): Promise<unknown> =>
  post(tx, of.id, 'release', held(of.carrier_account_id), customer(of.carrier_account_id), of.amount)

/**
 * Refunds a purchase: what the carrier has charged so far is refunded to those who paid it, and our own fees come from
 * us. The database checks it to the penny.
 */
export async function refundFunds(tx: Tx, of: PurchaseMoney): Promise<void> {
  const { id, carrier_account_id, carrier_code, own_fees } = of
  const { charged, by_customer } = await chargeOf(tx, id)
  const to = customer(carrier_account_id)
  if (by_customer > 0) await post(tx, id, 'refund', clearing(carrier_code), to, by_customer)
  if (own_fees > 0) await post(tx, id, 'fee_refund', OWN_FEES, to, own_fees)
  await bearByPlatform(tx, of, toPence(by_customer - charged))
}

/** Books a later change of the carrier's charge, as `shareChargeChange` has shared it. */
export async function adjustFunds(tx: Tx, of: PurchaseMoney, shared: Omit<ChargeChange, 'ok'>): Promise<void> {
  const { id, carrier_account_id, carrier_code } = of
  const { to_customer, by_platform } = shared
  if (to_customer > 0)
    await post(tx, id, 'adjustment', clearing(carrier_code), customer(carrier_account_id), to_customer)
  await bearByPlatform(tx, of, by_platform)
}

/** Pence that the platform pays the carrier for a purchase; below zero: gets back. */
async function bearByPlatform(tx: Tx, { id, carrier_code }: PurchaseMoney, amount: Pence): Promise<void> {
  const carrier = clearing(carrier_code)
  if (amount > 0) await post(tx, id, 'adjustment', LOSS, carrier, amount)
  if (amount < 0) await post(tx, id, 'adjustment', carrier, LOSS, timesPence(amount, -1))
}

/** What the carrier has charged for a purchase until now. The caller holds the lock of the purchase. */
export async function chargeOf(tx: Tx, purchaseId: string): Promise<CarrierCharge> {
  const { rows } = await sql<CarrierCharge>`
    select coalesce(sum(case when credit like 'carrier:%' then amount when debit like 'carrier:%' then -amount end), 0)::bigint
        as charged,
      coalesce(sum(case when kind = 'capture' then amount
        when kind in ('refund', 'adjustment') and credit like 'cust:%' then -amount end), 0)::bigint as by_customer
    from transfer where purchase_id = ${purchaseId}`.execute(tx)
  return rows[0]!
}

/** Money received from outside. */
export const creditAccount = (db: Db, carrierAccountId: string, amount: Pence): Promise<unknown> =>
  post(db, null, 'topup', 'bank', customer(carrierAccountId), amount)

/** What an account can spend, and what is held for purchases in flight; in pence. */
export async function fundsOf(db: Db, carrierAccountId: string): Promise<{ available: Pence; held: Pence }> {
  const ids = [customer(carrierAccountId), held(carrierAccountId)] as const
  const rows = await db.selectFrom('account').select(['id', 'balance']).where('id', 'in', ids).execute()
  const balanceOf = (id: string): Pence => rows.find((row) => row.id === id)?.balance ?? (0 as Pence)
  return { available: balanceOf(ids[0]), held: balanceOf(ids[1]) }
}
