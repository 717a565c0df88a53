import { DOCUMENT_TYPES, type DocumentType } from '@postroom/contract/document'
import type { RenderedDocument } from '@postroom/documents/pdf/pdf'
import type { Seller } from '@postroom/documents/account/party'
import { sql, type Selectable } from 'kysely'
import { createHash } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import type { MoneyTables } from '../../db/tables/money/money.ts'
import type { Purchase } from '../shipments/purchase/purchase.store.ts'

/** A document of a shipment as listed; without digest and size it has not been drawn yet. */
export type ListedDocument = Omit<Document, 'pdf' | 'parties' | 'created_at'>
type Document = Selectable<MoneyTables['document']>

/** The bytes of a document, with their digest and size; null until it is drawn. Bytes that have moved are null too. */
export type DrawnDocument = Pick<Document, 'pdf' | 'sha256' | 'width_mm' | 'height_mm' | 'pages'>

/**
 * Requests the documents of a purchase: a row without a digest is the job, written in the transaction that moves the
 * money. A receipt keeps the account's name and billing address, and the seller, as they are now.
 */
export const insertDocuments = (
  tx: Tx,
  { id, carrier_account_id }: Pick<Purchase, 'id' | 'carrier_account_id'>,
  types: readonly DocumentType[],
  seller: Seller,
): Promise<unknown> =>
  sql`
    insert into document (purchase_id, type, parties)
    select ${id}, type, case type when 'receipt' then jsonb_build_object(
      'account', jsonb_build_object('name', name, 'billing', billing), 'seller', ${JSON.stringify(seller)}::jsonb) end
    from carrier_account, unnest(${types}::text[]) as type
    where carrier_account.id = ${carrier_account_id}`.execute(tx)

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
    .where('sha256', 'is', null)
    .executeTakeFirst()
  return kept.numUpdatedRows === 1n ? stored : undefined
}
