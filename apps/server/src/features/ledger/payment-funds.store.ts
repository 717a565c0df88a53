import { toPence, type Pence } from '@postroom/domain/money'
import type { ReversalParts } from '@postroom/domain/payment/share-reversal'
import type { Tx } from '../../db/in-transaction.ts'
import type { TransferKind } from '../../db/tables/money/money.ts'
import { customer, LOSS, post } from './post.store.ts'

/** The money of one payment. */
interface PaymentMoney {
  id: string
  carrier_account_id: string
  amount: Pence
}

/** What Stripe owes us; below zero, as with every account that money comes from. */
const STRIPE = 'provider:stripe'
const pending = (carrierAccountId: string): string => `pending:${carrierAccountId}`

/** The customer has paid by a method that takes days: the money cannot be spent yet. */
export const expectPayment = (tx: Tx, { id, carrier_account_id, amount }: PaymentMoney): Promise<unknown> =>
  post(tx, null, 'payment_pending', STRIPE, pending(carrier_account_id), amount, id)

/** What was expected does not come. */
export const dropPayment = (tx: Tx, { id, carrier_account_id, amount }: PaymentMoney): Promise<unknown> =>
  post(tx, null, 'payment_failed', pending(carrier_account_id), STRIPE, amount, id)

/** Stripe has received the money: the customer can spend it. */
export const receivePayment = (
  tx: Tx,
  { id, carrier_account_id, amount }: PaymentMoney,
  wasExpected: boolean,
): Promise<unknown> => {
  const from = wasExpected ? pending(carrier_account_id) : STRIPE
  return post(tx, null, 'topup', from, customer(carrier_account_id), amount, id)
}

const KINDS = {
  refund: { taken: 'payment_refund', returned: 'refund_failed' },
  dispute: { taken: 'dispute', returned: 'dispute_won' },
} as const satisfies Record<string, { taken: TransferKind; returned: TransferKind }>

/** Books what a refund or a dispute changes: each party has paid its part `before`, and pays its part `after`. */
export async function moveReversal(
  tx: Tx,
  { id, carrier_account_id }: PaymentMoney,
  kind: keyof typeof KINDS,
  { before, after }: { before: ReversalParts; after: ReversalParts },
): Promise<void> {
  const { taken, returned } = KINDS[kind]
  const parties = [
    [customer(carrier_account_id), after.by_customer - before.by_customer],
    [LOSS, after.by_platform - before.by_platform],
  ] as const
  for (const [party, change] of parties) {
    if (change > 0) await post(tx, null, taken, party, STRIPE, toPence(change), id)
    if (change < 0) await post(tx, null, returned, STRIPE, party, toPence(-change), id)
  }
}
