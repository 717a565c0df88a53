import { toPence, type Pence } from '@postroom/domain/money'
import { shareReversal, type ReversalParts } from '@postroom/domain/payment/share-reversal'
import type { Tx } from '../../db/in-transaction.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { moveReversal } from '../ledger/payment-funds.store.ts'
import { recordDifference, type Difference } from './difference.store.ts'
import type { Payment } from './payment.store.ts'
import { keepReversal, reversalsOf } from './reversal.store.ts'
import type { Reversal } from './stripe-reversals.ts'

interface Seen {
  reversals: readonly Reversal[]
  /** Pence that the customer can spend. The caller keeps it from changing. */
  available: Pence
}

const NOTHING: ReversalParts = { by_customer: toPence(0), by_platform: toPence(0) }

/** Books what each refund and dispute takes back now. @returns those that are not in pounds, where they are new */
export async function applyReversals(tx: Tx, payment: Payment, { reversals, available }: Seen): Promise<Difference[]> {
  const partsNow = await reversalsOf(tx, payment.id)
  const differences: Difference[] = []
  let spendable = available
  for (const reversal of reversals) {
    if (reversal.currency !== 'gbp') {
      const { id: object, currency: stripes } = reversal
      const about = { payment_id: payment.id, kind: 'currency', object, ours: 'gbp', stripes } as const
      differences.push(...(await recordDifference(tx, about)))
      continue
    }
    const before = partsNow.get(reversal.id) ?? NOTHING
    const after = shareReversal(before, reversal.taken, spendable)
    if (after.by_customer === before.by_customer && after.by_platform === before.by_platform) continue
    await book(tx, payment, reversal, { before, after })
    spendable = toPence(spendable + before.by_customer - after.by_customer)
  }
  return differences
}

async function book(
  tx: Tx,
  payment: Payment,
  { id, kind }: Reversal,
  parts: { before: ReversalParts; after: ReversalParts },
): Promise<void> {
  await moveReversal(tx, payment, kind, parts)
  await keepReversal(tx, { id, payment_id: payment.id, kind, ...parts.after })
  const by_customer = parts.after.by_customer - parts.before.by_customer
  const by_platform = parts.after.by_platform - parts.before.by_platform
  const fact = { organisation_id: payment.organisation_id, subject: payment.id }
  if (by_customer + by_platform > 0)
    await recordAudit(tx, { ...fact, event: 'payment_taken_back', details: { cause: kind, by_customer, by_platform } })
  else {
    const details = { cause: kind, to_customer: -by_customer, to_platform: -by_platform }
    await recordAudit(tx, { ...fact, event: 'payment_returned', details })
  }
}
