import type { ReversalParts } from '@postroom/domain/payment/share-reversal'
import type { Selectable } from 'kysely'
import type { Tx } from '../../db/in-transaction.ts'
import type { PaymentTables } from '../../db/tables/money/payments.ts'

/** The parts of each refund and dispute of a payment, by Stripe's id. The caller has locked the payment. */
export async function reversalsOf(tx: Tx, paymentId: string): Promise<Map<string, ReversalParts>> {
  const rows = await tx.selectFrom('payment_reversal').selectAll().where('payment_id', '=', paymentId).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Stores the present parts of a refund or dispute. */
export function keepReversal(tx: Tx, reversal: Selectable<PaymentTables['payment_reversal']>): Promise<unknown> {
  const { by_customer, by_platform } = reversal
  return tx
    .insertInto('payment_reversal')
    .values(reversal)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ by_customer, by_platform }))
    .execute()
}
