import type { Pence } from '@postroom/domain/money'
import { sql, type Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import { pageOf, type Page } from '../../db/page.ts'
import type { PaymentTables } from '../../db/tables/money/payments.ts'

export type Payment = Selectable<PaymentTables['payment']>
/** A payment as it is shown, with the pence taken back from the customer. */
export type ShownPayment = Payment & { taken_back: Pence }

const shown = (db: Db) =>
  db
    .selectFrom('payment')
    .selectAll()
    .select(
      sql<Pence>`coalesce((select sum(by_customer) from payment_reversal where payment_id = payment.id), 0)::bigint`.as(
        'taken_back',
      ),
    )

/** A payment of an account of the organisation. */
export const findPayment = (
  db: Db,
  organisationId: string,
  accountId: string,
  id: string,
): Promise<ShownPayment | undefined> =>
  shown(db)
    .where('organisation_id', '=', organisationId)
    .where('carrier_account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()

/** The payment under a key of an account. */
export const findPaymentByKey = (tx: Tx, accountId: string, key: string): Promise<Payment | undefined> =>
  tx
    .selectFrom('payment')
    .selectAll()
    .where('carrier_account_id', '=', accountId)
    .where('idem_key', '=', key)
    .executeTakeFirst()

/** One page of the payments of an account whose organisation was checked, and their total. */
export const pagePayments = (
  db: Db,
  accountId: string,
  { direction, ...page }: Page & { direction: 'asc' | 'desc' },
): Promise<{ rows: ShownPayment[]; total: number }> =>
  pageOf(
    db.selectFrom('payment').where('carrier_account_id', '=', accountId),
    shown(db).where('carrier_account_id', '=', accountId).orderBy('created_at', direction).orderBy('id'),
    page,
  )

type NewPayment = Pick<Payment, 'organisation_id' | 'carrier_account_id' | 'idem_key' | 'amount' | 'created_by'> & {
  confirms?: string
}

/** Undefined: another call has just used the key, or confirms the same charge. */
export const insertPayment = (tx: Tx, payment: NewPayment): Promise<Payment | undefined> =>
  tx
    .insertInto('payment')
    .values(payment)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** The payment that confirms a charge. */
export const findConfirming = (db: Db, chargeId: string): Promise<Payment | undefined> =>
  db.selectFrom('payment').selectAll().where('confirms', '=', chargeId).executeTakeFirst()

/** Keeps the page of a payment. The first stays: another page could be paid as well. */
export const keepPage = (db: Db, id: string, session_id: string): Promise<unknown> =>
  db.updateTable('payment').set({ session_id }).where('id', '=', id).where('session_id', 'is', null).execute()

/** The payment of any organisation. */
export const findAnyPayment = (db: Db, id: string): Promise<Payment | undefined> =>
  db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst()
