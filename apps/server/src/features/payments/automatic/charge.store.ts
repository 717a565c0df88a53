import type { Pence } from '@postroom/domain/money'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { inTransaction } from '../../../db/in-transaction.ts'
import type { Decline } from '../../../db/tables/money/payments.ts'
import { recordAudit } from '../../audit/audit.store.ts'
import type { Payment } from '../payment.store.ts'
import { CHARGED_IN_A_DAY } from './automatic-topup.store.ts'

/** Accounts `topup` that are to be charged now. */
const DUE = sql`automatic_topup topup
  join account on account.id = 'cust:' || topup.carrier_account_id and balance < threshold
  join carrier_account on carrier_account.id = topup.carrier_account_id and is_active
  join saved_card card on card.carrier_account_id = topup.carrier_account_id and card.state = 'saved'
  where topup.state = 'on' and ${CHARGED_IN_A_DAY} < most_a_day and not exists (
    select from payment where payment.carrier_account_id = topup.carrier_account_id
      and payment_method_id is not null and payment.state in ('open', 'pending'))`

const AT_ONCE = 20

/**
 * Begins a charge for each account below its threshold: our row only, which is due for a look at once. The second statement
 * sees what became of a charge that another process began before the lock.
 */
export const beginCharges = (db: Db): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { rows: low } = await sql<{ id: string }>`
      select topup.carrier_account_id as id from ${DUE} limit ${AT_ONCE}
      for no key update of topup skip locked`.execute(tx)
    if (low.length === 0) return
    const { rows } = await sql<Pick<Payment, 'id' | 'organisation_id' | 'amount'>>`
      insert into payment (organisation_id, carrier_account_id, idem_key, amount, created_by, customer_id, payment_method_id, look_at)
      select topup.organisation_id, topup.carrier_account_id, gen_random_uuid(), topup.amount, agreed_by, topup.customer_id,
        card.payment_method_id, clock_timestamp()
      from ${DUE} and topup.carrier_account_id = any (${low.map(({ id }) => id)}::uuid[])
      on conflict do nothing
      returning id, organisation_id, amount`.execute(tx)
    const events = rows
      .toSorted((a, b) => a.organisation_id.localeCompare(b.organisation_id)) // logs are locked in this order
      .map(({ id: subject, organisation_id, amount }) => {
        return { organisation_id, event: 'payment_started', subject, details: { amount } } as const
      })
    if (events.length > 0) await recordAudit(tx, ...events)
  })

/** A charge that was not made within this time is given up; another may then begin. */
const GIVEN_UP_AFTER = sql`interval '6 hours'`

/** Whether a charge that was not made is still to be made: the card, the terms and the balance may have changed since it began. */
export async function isStillWanted(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from payment
    join automatic_topup topup using (carrier_account_id)
    join account on account.id = 'cust:' || carrier_account_id and balance < threshold
    join saved_card card on card.state = 'saved' and card.payment_method_id = payment.payment_method_id
    where payment.id = ${id} and payment.state = 'open' and decline is null and topup.state = 'on'
      and payment.created_at > clock_timestamp() - ${GIVEN_UP_AFTER}`.execute(db)
  return rows.length > 0
}

/** Keeps the id of a prepared charge at Stripe. */
export const keepIntent = (db: Db, id: string, intent_id: string): Promise<unknown> =>
  db.updateTable('payment').set({ intent_id }).where('id', '=', id).where('intent_id', 'is', null).execute()

/** Keeps why a charge was declined, before it is cancelled: Stripe may forget it then. */
export const keepDecline = (db: Db, id: string, decline: Decline): Promise<unknown> =>
  db.updateTable('payment').set({ decline }).where('id', '=', id).where('decline', 'is', null).execute()

/** Whether a charge of the card has begun whose outcome is not known. */
export async function isBeingCharged(db: Db, paymentMethodId: string): Promise<boolean> {
  const found = await db
    .selectFrom('payment')
    .select('id')
    .where('payment_method_id', '=', paymentMethodId)
    .where('state', 'in', ['open', 'pending'])
    .executeTakeFirst()
  return found !== undefined
}

/** What the saved card of an account is being charged, in pence. */
export async function beingCharged(db: Db, accountId: string): Promise<Pence | undefined> {
  const found = await db
    .selectFrom('payment')
    .select('amount')
    .where('carrier_account_id', '=', accountId)
    .where('payment_method_id', 'is not', null)
    .where('state', 'in', ['open', 'pending'])
    .executeTakeFirst()
  return found?.amount
}
