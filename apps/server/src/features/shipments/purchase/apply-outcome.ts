import { factsOf } from '@postroom/contract/shipment-facts'
import { transitionOf, type PurchaseTransition } from '@postroom/domain/purchase/purchase-states'
import type { ResolveOutcome } from '../../../carriers/carrier-port.ts'
import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../db/in-transaction.ts'
import { documentsFor } from '../../../documents/documents-for.ts'
import { numbersOf } from '../../../documents/draw-document.ts'
import { recordAudit } from '../../audit/audit.store.ts'
import { insertDocuments } from '../../documents/document.store.ts'
import { captureFunds, releaseFunds } from '../../ledger/ledger.store.ts'
import { eventOf, reportEvents } from '../../webhooks/report-events.store.ts'
import { returnToQueue, removeFromQueue } from '../../pending/settled-pending.store.ts'
import { settlePurchase, type Purchase } from './purchase.store.ts'

const EVENTS = {
  accepted: 'carrier_accepted',
  rejected: 'carrier_rejected',
  tombstoned: 'carrier_tombstoned',
} as const satisfies Partial<Record<ResolveOutcome['kind'], PurchaseTransition['event']>>

const reportOf = (settled: Purchase, kind: keyof typeof EVENTS): Parameters<typeof reportEvents>[1] => {
  switch (kind) {
    case 'accepted':
      return eventOf(settled, 'shipment.bought', { item_numbers: numbersOf(settled) })
    case 'rejected':
      return eventOf(settled, 'shipment.rejected', {})
    case 'tombstoned':
      return eventOf(settled, 'shipment.cancelled', {})
  }
}

/**
 * Settles a purchase with the carrier's outcome: state, money, documents to draw and the prepared shipment, all or
 * nothing. An unknown outcome changes nothing: the money stays held until the settler knows.
 *
 * @returns the settled purchase; nothing when it was not settled here
 */
export async function applyOutcome(
  context: Context,
  purchase: Purchase,
  outcome: ResolveOutcome,
): Promise<Purchase | undefined> {
  if (outcome.kind === 'unknown') return undefined
  const { kind, ...facts } = outcome
  const step = transitionOf('AUTHORISED', EVENTS[kind])!
  const applied = await inTransaction(context.db, async (tx) => {
    const settled = await settlePurchase(tx, purchase, { state: step.to, ...facts })
    if (!settled) return undefined
    await reportEvents(tx, reportOf(settled, kind))
    if (step.money === 'release') {
      await releaseFunds(tx, settled)
      await returnToQueue(tx, settled)
    }
    if (step.money === 'capture') {
      await removeFromQueue(tx, settled)
      await insertDocuments(tx, settled, documentsFor(factsOf(settled.draft), false), context.settings.seller)
      // late, because purchases of all organisations wait for the lock of the carrier's account
      await captureFunds(tx, settled)
      const { organisation_id, created_by, api_key_id, id, payable: amount } = settled
      await recordAudit(tx, {
        organisation_id,
        user_id: created_by,
        api_key_id,
        event: 'postage_bought',
        subject: id,
        details: { amount },
      })
    }
    context.checkpoint('in_settle_before_commit')
    return settled
  })
  context.checkpoint('after_settle')
  return applied
}
