import type { PaymentDifference } from '@postroom/contract/payment'
import type { Insertable } from 'kysely'
import type { Db } from '../../db/database.ts'
import { pageOf, type Page } from '../../db/page.ts'
import type { PaymentTables } from '../../db/tables/money/payments.ts'

/** Where Stripe and we disagree. */
export type Difference = Insertable<PaymentTables['payment_difference']> & { kind: PaymentDifference['kind'] }

/** Records a difference once. @returns it, when it is new */
export async function recordDifference(db: Db, difference: Difference): Promise<Difference[]> {
  const added = await db
    .insertInto('payment_difference')
    .values(difference)
    .onConflict((conflict) => conflict.constraint('one_difference').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added ? [difference] : []
}

/** One page of the differences of all organisations, and their total. */
export const pageDifferences = (db: Db, { direction, ...page }: Page & { direction: 'asc' | 'desc' }) =>
  pageOf(
    db.selectFrom('payment_difference'),
    db
      .selectFrom('payment_difference')
      .leftJoin('payment', 'payment.id', 'payment_id')
      .leftJoin('organisation', 'organisation.id', 'payment.organisation_id')
      .selectAll('payment_difference')
      .select('organisation.name as organisation')
      .orderBy('payment_difference.id', direction),
    page,
  )
