import { DOCUMENT_TYPES, type DocumentType } from '@postroom/contract/document'
import type { RenderedDocument } from '@postroom/documents/pdf/pdf'
import type { Selectable } from 'kysely'
import { createHash } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import type { MoneyTables } from '../../db/tables-money.ts'

/** A document of a shipment as listed; without digest and size it has not been drawn yet. */
export type ListedDocument = Omit<Document, 'pdf' | 'created_at'>
type Document = Selectable<MoneyTables['document']>

/** The bytes of a document, with their digest and size; null until it is drawn. */
export type DrawnDocument = Pick<Document, 'pdf' | 'sha256' | 'width_mm' | 'height_mm' | 'pages'>

/**
 * Requests the documents of a purchase: a row without bytes is the job, written in the transaction that moves the
 * money.
 */
export async function insertDocuments(tx: Tx, purchaseId: string, types: readonly DocumentType[]): Promise<void> {
  await tx
    .insertInto('document')
    .values(types.map((type) => ({ purchase_id: purchaseId, type })))
    .execute()
}

/** The documents of some purchases, each purchase's in the order label, form, receipt. */
export async function listDocuments(db: Db, purchaseIds: readonly string[]): Promise<ListedDocument[]> {
  if (purchaseIds.length === 0) return []
  const documents = await db
    .selectFrom('document')
    .select(['id', 'purchase_id', 'type', 'receipt_no', 'sha256', 'width_mm', 'height_mm', 'pages'])
    .where('purchase_id', 'in', purchaseIds)
    .execute()
  return documents.toSorted((a, b) => DOCUMENT_TYPES.indexOf(a.type) - DOCUMENT_TYPES.indexOf(b.type))
}

/** A stored document. Nothing when the purchase has no such document. */
export const storedDocument = (db: Db, purchaseId: string, type: DocumentType): Promise<Document | undefined> =>
  db
    .selectFrom('document')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .where('type', '=', type)
    .executeTakeFirst()

/**
 * Stores a drawn document. If two requests draw it at once, the bytes stored first stay. @returns what was stored;
 * nothing when other bytes were stored before
 */
export async function storeDrawn(
  db: Db,
  purchaseId: string,
  type: DocumentType,
  drawn: RenderedDocument,
): Promise<DrawnDocument | undefined> {
  const stored = { ...drawn, sha256: createHash('sha256').update(drawn.pdf).digest('hex') }
  const kept = await db
    .updateTable('document')
    .set(stored)
    .where('purchase_id', '=', purchaseId)
    .where('type', '=', type)
    .where('pdf', 'is', null)
    .executeTakeFirst()
  return kept.numUpdatedRows === 1n ? stored : undefined
}
