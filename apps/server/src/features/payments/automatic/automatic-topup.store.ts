import type { AutomaticTopUp, PauseReason } from '@postroom/contract/automatic-top-up'
import type { Pence } from '@postroom/domain/money'
import { sql, type Selectable } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../db/in-transaction.ts'
import type { PaymentTables } from '../../../db/tables/money/payments.ts'

type StoredTopUp = Selectable<PaymentTables['automatic_topup']>

/** The automatic top-up of an account whose organisation was checked. */
export const findAutomaticTopUp = (db: Db, accountId: string): Promise<StoredTopUp | undefined> =>
  db.selectFrom('automatic_topup').selectAll().where('carrier_account_id', '=', accountId).executeTakeFirst()

/** The same, locked: charges begin, and their outcomes change it, one after the other. Locked after a payment, before cards and accounts. */
export const lockAutomaticTopUp = (tx: Tx, accountId: string): Promise<StoredTopUp | undefined> =>
  tx
    .selectFrom('automatic_topup')
    .selectAll()
    .where('carrier_account_id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()

export type Terms = Pick<
  StoredTopUp,
  'organisation_id' | 'carrier_account_id' | 'threshold' | 'amount' | 'most_a_day' | 'agreed_by'
>

/** Stores what a manager agreed to. Whether anything is charged does not change. */
export const saveTerms = (tx: Tx, { organisation_id, carrier_account_id, ...terms }: Terms): Promise<unknown> =>
  tx
    .insertInto('automatic_topup')
    .values({ organisation_id, carrier_account_id, ...terms })
    .onConflict((conflict) =>
      conflict.column('carrier_account_id').doUpdateSet({ ...terms, agreed_at: sql<Date>`clock_timestamp()` }),
    )
    .execute()

/** Keeps the customer at Stripe that stands for an account. */
export const keepCustomer = (db: Db, accountId: string, customer_id: string): Promise<unknown> =>
  db
    .updateTable('automatic_topup')
    .set({ customer_id })
    .where('carrier_account_id', '=', accountId)
    .where('customer_id', 'is', null)
    .execute()

/** Turns it on where a card is saved, also after a pause; a charge that waits for confirmation keeps waiting. @returns whether it did */
export async function turnOn(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    update automatic_topup topup set state = 'on', paused_for = null
    where carrier_account_id = ${accountId} and state in ('off', 'paused')
      and exists (select from saved_card card where card.carrier_account_id = topup.carrier_account_id and card.state = 'saved')
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Ends the wait for a confirmation, unless it is being paid. @returns whether it did */
export async function stopWaiting(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    update automatic_topup set state = 'on', unconfirmed = null
    where carrier_account_id = ${accountId} and state = 'unconfirmed'
      and not exists (select from payment where confirms = unconfirmed and state in ('open', 'pending'))
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Charges nothing until a manager acts. @returns whether it was on until now */
export async function pause(tx: Tx, accountId: string, paused_for: PauseReason): Promise<boolean> {
  const changed = await tx
    .updateTable('automatic_topup')
    .set({ state: 'paused', paused_for, unconfirmed: null })
    .where('carrier_account_id', '=', accountId)
    .where('state', 'in', ['on', 'unconfirmed'])
    .returning('state')
    .executeTakeFirst()
  return changed !== undefined
}

/** Charges nothing until the owner of the card has confirmed this payment. @returns whether it was on until now */
export async function waitForOwner(tx: Tx, accountId: string, unconfirmed: string): Promise<boolean> {
  const changed = await tx
    .updateTable('automatic_topup')
    .set({ state: 'unconfirmed', unconfirmed })
    .where('carrier_account_id', '=', accountId)
    .where('state', '=', 'on')
    .returning('state')
    .executeTakeFirst()
  return changed !== undefined
}

export const turnOff = (tx: Tx, accountId: string): Promise<unknown> =>
  tx
    .updateTable('automatic_topup')
    .set({ state: 'off', paused_for: null, unconfirmed: null })
    .where('carrier_account_id', '=', accountId)
    .execute()

interface Shown extends Pick<StoredTopUp, 'paused_for' | 'threshold' | 'amount' | 'most_a_day'> {
  state: AutomaticTopUp['state']
  brand: string | null
  last4: string | null
  expires: string | null
  unconfirmed: Pence | null
  charged: number
  is_card_asked: boolean
}

/** What managers see of it; undefined when it was never turned on. */
export async function showAutomaticTopUp(db: Db, accountId: string): Promise<Shown | undefined> {
  const { rows } = await sql<Shown>`
    select topup.state, paused_for, threshold, topup.amount, most_a_day, brand, last4, expires,
      (select amount from payment where id = unconfirmed) as unconfirmed, ${CHARGED_IN_A_DAY} as charged,
      exists (select from saved_card asked
        where asked.carrier_account_id = topup.carrier_account_id and asked.state = 'asked') as is_card_asked
    from automatic_topup topup
    left join saved_card card on card.carrier_account_id = topup.carrier_account_id and card.state = 'saved'
    where topup.carrier_account_id = ${accountId}`.execute(db)
  return rows[0]
}

/** Charges of the last 24 hours for the account of `topup` that did not fail. */
export const CHARGED_IN_A_DAY = sql<number>`(
  select count(*)::int from payment where payment.carrier_account_id = topup.carrier_account_id
    and payment_method_id is not null and payment.state <> 'failed'
    and payment.created_at > clock_timestamp() - interval '24 hours')`
