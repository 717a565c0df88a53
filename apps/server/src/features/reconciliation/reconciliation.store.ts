import type { Difference, Reconciliation } from '@postroom/contract/reconciliation'
import type { CalendarDate } from '@postroom/domain/calendar'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'
import { ukMidnight } from '../../db/uk-midnight.ts'

const MOST_SHOWN = 200

const within = (at: RawBuilder<unknown>, day: CalendarDate) =>
  sql`${at} >= ${ukMidnight(day, 0)} and ${at} < ${ukMidnight(day, 1)}`

const ukDay = (at: RawBuilder<unknown>) => sql`(${at} at time zone 'Europe/London')::date`

/** What a transfer of a payment is to the customer and to us: received, or taken back. */
const OF_PAYMENT = sql`case when kind in ('topup', 'refund_failed', 'dispute_won') then amount
  when kind in ('payment_refund', 'dispute') then -amount else 0 end`

/** A movement that pays for Stripe's service or moves our money to the bank, and so belongs to no payment. */
const OF_NO_PAYMENT = sql`type in ('payout', 'payout_failure', 'payout_cancel', 'stripe_fee', 'stripe_fx_fee', 'tax_fee')`

/** The sums of a UK day on each side. */
export async function sumsOf(db: Db, day: CalendarDate): Promise<Pick<Reconciliation, 'provider' | 'ledger' | 'bank'>> {
  const { rows } = await sql<Pick<Reconciliation, 'provider' | 'ledger' | 'bank'>>`
    select jsonb_build_object(
      'is_read', exists (select from provider_day where day = ${day}::date),
      'payments', coalesce(sum(amount) filter (where not ${OF_NO_PAYMENT}), 0),
      'fees', coalesce(sum(fee), 0) - coalesce(sum(amount) filter (where type like '%fee'), 0),
      'payouts', -coalesce(sum(amount) filter (where type like 'payout%'), 0)) as provider,
    jsonb_build_object(
      'payments', (select coalesce(sum(${OF_PAYMENT}), 0) from transfer
        where payment_id is not null and ${within(sql`at`, day)}),
      'top_ups', (select coalesce(sum(amount), 0) from topup where ${within(sql`at`, day)}),
      'seen_on_other_days', (select coalesce(sum(topup.amount), 0) from topup
        join bank_line_outcome on topup_id = topup.id join bank_line on bank_line.id = line_id
        where ${within(sql`topup.at`, day)} and booked_on <> ${day}::date)) as ledger,
    jsonb_build_object(
      'credits', (select coalesce(sum(amount), 0) from bank_line where booked_on = ${day}::date),
      'booked_on_other_days', (select coalesce(sum(bank_line.amount), 0) from bank_line
        join bank_line_outcome on line_id = bank_line.id join topup on topup.id = topup_id
        where booked_on = ${day}::date and ${ukDay(sql`topup.at`)} <> ${day}::date),
      'payouts', ${setAside(day, sql`payout_id is not null`)},
      'set_aside', ${setAside(day, sql`payout_id is null`)}) as bank
    from provider_movement where ${within(sql`at`, day)}`.execute(db)
  return rows[0]!
}

/** The credits of a day that are no top-ups. */
const setAside = (
  day: CalendarDate,
  which: RawBuilder<unknown>,
) => sql`(select coalesce(sum(bank_line.amount), 0) from bank_line
  join bank_line_outcome on line_id = bank_line.id
  where booked_on = ${day}::date and reason is not null and ${which})`

/** Every difference of a UK day: the first of them, and how many there are. */
export async function differencesOf(db: Db, day: CalendarDate): Promise<{ rows: Difference[]; total: number }> {
  const { rows } = await sql<Nullable<Difference> & { total: number }>`
    with found as (
      ${paymentsThatDiffer(day)}
      union all
      select 'unknown_movement', id, type, null, amount, null, null from provider_movement
      where ${within(sql`at`, day)} and payment_id is null and not ${OF_NO_PAYMENT}
      union all
      select 'line_without_top_up', id::text, concat_ws(' / ', nullif(payer, ''), text), null, null, null, amount from bank_line
      where booked_on = ${day}::date and not exists (select from bank_line_outcome where line_id = bank_line.id)
      union all
      select 'top_up_without_line', topup.id::text, reference, organisation.name, null, amount, null
      from topup join organisation on organisation.id = organisation_id
      where ${within(sql`at`, day)} and not exists (select from bank_line_outcome where topup_id = topup.id)
      union all
      select 'payout_without_line', id, type, null, -amount, null, null from provider_movement
      where ${within(sql`at`, day)} and type = 'payout'
        and not exists (select from bank_line_outcome where payout_id = provider_movement.id))
    select found.*, count(*) over () as total from found order by kind, id limit ${MOST_SHOWN}`.execute(db)
  return { rows: rows.map(present), total: rows[0]?.total ?? 0 }
}

/**
 * The payments that moved on the day, where both sides then disagree at its end. Not known before Stripe was asked for every
 * day so far.
 */
const paymentsThatDiffer = (day: CalendarDate) => sql`
  select 'payment' as kind, payment.id::text as id, payment.reference as text, organisation.name as organisation,
    stripes::bigint as provider, ours::bigint as ledger, null::bigint as bank
  from payment join organisation on organisation.id = organisation_id,
  lateral (select coalesce(sum(amount), 0) as stripes from provider_movement
    where payment_id = payment.id and at < ${ukMidnight(day, 1)}) as theirs,
  lateral (select coalesce(sum(${OF_PAYMENT}), 0) as ours from transfer
    where payment_id = payment.id and at < ${ukMidnight(day, 1)}) as booked
  where stripes <> ours and exists (select from provider_day where day = ${day}::date)
    and payment.id in (
      select payment_id from provider_movement where ${within(sql`at`, day)}
      union select payment_id from transfer where payment_id is not null and ${within(sql`at`, day)})`

type Nullable<T> = { [K in keyof T]: T[K] | (undefined extends T[K] ? null : never) }

const present = ({ kind, id, text, organisation, provider, ledger, bank }: Nullable<Difference>): Difference => ({
  kind,
  id,
  text,
  ...(typeof organisation === 'string' && { organisation }),
  ...(typeof provider === 'number' && { provider }),
  ...(typeof ledger === 'number' && { ledger }),
  ...(typeof bank === 'number' && { bank }),
})
