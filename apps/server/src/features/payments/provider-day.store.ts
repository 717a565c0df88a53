import { ukDateOf, type CalendarDate } from '@postroom/domain/calendar'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Movement } from './stripe-movements.ts'

/** The instants between which the first days lie that are over and not read, since the first payment. */
export async function listUnreadDays(db: Db, now: Date, most: number) {
  const { rows } = await sql<{ day: CalendarDate; from: Date; to: Date }>`
    select day::date::text as day, day at time zone 'Europe/London' as from,
      (day + interval '1 day') at time zone 'Europe/London' as to
    from generate_series(
      (select min(created_at at time zone 'Europe/London')::date from payment)::timestamp,
      ${ukDateOf(now)}::timestamp - interval '1 day', interval '1 day') as passed (day)
    where not exists (select from provider_day read where read.day = passed.day::date)
    order by 1 limit ${most}`.execute(db)
  return rows
}

/** Stores the movements of a day, whole; a movement that is stored already stays as it is. */
export const keepDay = (db: Db, day: CalendarDate, movements: readonly Movement[]): Promise<void> =>
  inTransaction(db, async (tx) => {
    await sql`
      insert into provider_movement (id, type, payment_id, amount, fee, at)
      select moved.id, type, payment.id, moved.amount, fee, moved.at
      from unnest(${movements.map(({ id }) => id)}::text[], ${movements.map(({ type }) => type)}::text[],
        ${movements.map(({ payment_id }) => payment_id ?? '')}::text[], ${movements.map(({ amount }) => amount)}::bigint[],
        ${movements.map(({ fee }) => fee)}::bigint[], ${movements.map(({ at }) => at)}::timestamptz[])
        as moved (id, type, payment_id, amount, fee, at)
      left join payment on payment.id = case when moved.payment_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then moved.payment_id::uuid end
      on conflict do nothing`.execute(tx)
    await tx
      .insertInto('provider_day')
      .values({ day })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
