import { createHash } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import type { Purchase } from '../shipments/purchase.store.ts'
import { drawLabel } from './draw-label.ts'

/** A label's bytes and their digest in hex. */
export interface DrawnLabel {
  pdf: Uint8Array
  sha256: string
}

/** Asks for a label: the row without bytes is the job, written together with the money that pays for it. */
export async function insertLabelJob(tx: Tx, purchaseId: string): Promise<void> {
  await tx.insertInto('document').values({ purchase_id: purchaseId, type: 'label' }).execute()
}

/**
 * The label of a purchase, drawn at the first look and the same bytes for ever after. Nothing when there is none to draw:
 * the purchase was refused, or is still under way.
 *
 * @throws whatever goes wrong while drawing; the next look tries again, and money is not concerned
 */
export async function labelOf(db: Db, purchase: Purchase): Promise<DrawnLabel | undefined> {
  const known = await storedLabel(db, purchase.id)
  if (!known || known.pdf) return known && drawn(known)
  const pdf = await drawLabel(purchase)
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  await db
    .updateTable('document')
    .set({ pdf, sha256 })
    .where('purchase_id', '=', purchase.id)
    .where('type', '=', 'label')
    .where('pdf', 'is', null)
    .execute()
  // two first looks at once: the bytes that were stored first are the label
  const stored = await storedLabel(db, purchase.id)
  return stored && drawn(stored)
}

const storedLabel = (db: Db, purchaseId: string) =>
  db
    .selectFrom('document')
    .select(['pdf', 'sha256'])
    .where('purchase_id', '=', purchaseId)
    .where('type', '=', 'label')
    .executeTakeFirst()

const drawn = ({ pdf, sha256 }: { pdf: Uint8Array | null; sha256: string | null }): DrawnLabel | undefined =>
  pdf && sha256 ? { pdf, sha256 } : undefined
