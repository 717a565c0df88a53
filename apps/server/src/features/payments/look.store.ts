import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import type { Payment } from './payment.store.ts'

/** A look that fails, or whose process dies, is repeated after a minute; a charge that is not made, later each time up to an hour. */
const REPEATED_AFTER = sql<Date>`clock_timestamp() + case when payment_method_id is not null and state = 'open'
  then least(greatest((clock_timestamp() - created_at) / 4, interval '1 minute'), interval '1 hour')
  else interval '1 minute' end`

/**
 * Begins a look at each payment that is due, so that no other process does.
 *
 * @returns the payments with the number of the look in `looks`
 */
export const beginDueLooks = (db: Db, most: number): Promise<Payment[]> =>
  db
    .updateTable('payment')
    .set({ looks: sql<number>`looks + 1`, look_at: REPEATED_AFTER })
    .where('id', 'in', (query) =>
      query
        .selectFrom('payment')
        .select('id')
        .where('look_at', '<=', sql<Date>`clock_timestamp()`)
        .orderBy('look_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()

/** Begins a look at one payment. What looks that began before it find is no longer applied: it may be older. */
export const beginLook = (db: Db, id: string): Promise<Payment | undefined> =>
  db
    .updateTable('payment')
    .set({ looks: sql<number>`looks + 1`, look_at: REPEATED_AFTER })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** The payment, locked, when no later look has begun. */
export const lockForLook = (tx: Tx, { id, looks }: Payment): Promise<Payment | undefined> =>
  tx
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', id)
    .where('looks', '=', looks)
    .forNoKeyUpdate()
    .executeTakeFirst()

/**
 * Keeps what was seen. A payment that may still change by itself is looked at again: after a minute at first, then after a
 * quarter of its age, every six hours at least. The others change with an event only.
 */
export function endLook(tx: Tx, id: string, state: Payment['state']): Promise<unknown> {
  const again = sql<Date>`clock_timestamp()
    + least(greatest((clock_timestamp() - created_at) / 4, interval '1 minute'), interval '6 hours')`
  const look_at = state === 'open' || state === 'pending' ? again : null
  return tx.updateTable('payment').set({ state, look_at }).where('id', '=', id).execute()
}
