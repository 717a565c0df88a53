import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { StripeEvent } from './stripe-api.ts'

/** Records an event once, and that its payment must be looked at. @returns false when the event was known */
export const recordEvent = (db: Db, { id, type, at }: StripeEvent, payment_id: string): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const added = await tx
      .insertInto('payment_event')
      .values({ id, type, at, payment_id })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) return false
    const look_at = sql<Date>`clock_timestamp()`
    await tx.updateTable('payment').set({ look_at }).where('id', '=', payment_id).execute()
    return true
  })

/** Those of the events that were not received. */
export async function unknownAmong(db: Db, events: readonly StripeEvent[]): Promise<StripeEvent[]> {
  if (events.length === 0) return []
  const ids = events.map(({ id }) => id)
  const known = await db.selectFrom('payment_event').select('id').where('id', 'in', ids).execute()
  const received = new Set(known.map(({ id }) => id))
  return events.filter(({ id }) => !received.has(id))
}

/**
 * From when on events may have been lost: three days before the newest one, since Stripe repeats a delivery so long.
 * Null before the first payment.
 */
export async function maybeLostSince(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select coalesce((select max(at) from payment_event), (select min(created_at) from payment)) - interval '3 days' as since`.execute(
    db,
  )
  return rows[0]!.since
}
