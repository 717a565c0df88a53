import type { DocumentType } from '@postroom/contract/document'
import { sheetFor } from '@postroom/domain/media/media-size'
import type { Log } from '../log.ts'
import type { Context } from '../context.ts'
import { getCarrierAccount, type CarrierAccount } from '../features/accounts/account.store.ts'
import {
  listDocuments,
  storedDocument,
  storeDrawn,
  type DrawnDocument,
  type ListedDocument,
} from '../features/documents/document.store.ts'
import type { Purchase } from '../features/shipments/purchase/purchase.store.ts'
import { drawDocument } from './draw-document.ts'

/**
 * The bytes of a document, drawn at the first request and unchanged ever after. Nothing when the purchase has no such
 * document: it needs none, was refused, or is still in flight.
 *
 * @throws the error of a drawing that fails; the next request tries again, and money is not involved
 */
export async function pdfOf(context: Context, purchase: Purchase, type: DocumentType): Promise<Uint8Array | undefined> {
  const stored = await storedDocument(context.db, purchase.id, type)
  if (!stored || stored.pdf) return stored?.pdf ?? undefined
  const account = await getCarrierAccount(context.db, purchase.carrier_account_id)
  return (await drawOnce(context, purchase, stored, account))?.pdf ?? undefined
}

/**
 * The documents of a purchase, once every missing one is drawn. One that cannot be drawn is logged, stays pending, and
 * blocks no other.
 */
export async function drawMissing(context: Context, purchase: Purchase, log: Log): Promise<ListedDocument[]> {
  if (purchase.state !== 'BOUGHT') return []
  const documents = await listDocuments(context.db, [purchase.id])
  if (documents.every(isDrawn)) return documents
  const account = await getCarrierAccount(context.db, purchase.carrier_account_id)
  const drawn: ListedDocument[] = []
  for (const document of documents) {
    const content = isDrawn(document) ? undefined : await drawOrLog(context, purchase, document, account, log)
    drawn.push({ ...document, ...content })
  }
  return drawn
}

const isDrawn = ({ sha256 }: ListedDocument): boolean => sha256 !== null

async function drawOrLog(
  context: Context,
  purchase: Purchase,
  document: ListedDocument,
  account: CarrierAccount,
  log: Log,
): Promise<DrawnDocument | undefined> {
  try {
    return await drawOnce(context, purchase, document, account)
  } catch (error) {
    log.error({ err: error, purchase: purchase.id, type: document.type }, 'could not draw a document')
    return undefined
  }
}

type Missing = Pick<ListedDocument, 'type' | 'receipt_no'>

/** A hundred simultaneous requests draw a document once. */
const inFlight = new Map<string, Promise<DrawnDocument | undefined>>()

function drawOnce(
  context: Context,
  purchase: Purchase,
  document: Missing,
  account: CarrierAccount,
): Promise<DrawnDocument | undefined> {
  const key = `${purchase.id} ${document.type}`
  const running = inFlight.get(key) ?? draw(context, purchase, document, account).finally(() => inFlight.delete(key))
  inFlight.set(key, running)
  return running
}

async function draw(
  context: Context,
  purchase: Purchase,
  { type, receipt_no }: Missing,
  account: CarrierAccount,
): Promise<DrawnDocument | undefined> {
  const { db, settings } = context
  const of = { account, receipt_no, seller: settings.seller, sheet: sheetFor(settings.locale) }
  const drawn = await drawDocument(context, type, { ...purchase, ...of })
  if (!drawn) return undefined
  return (await storeDrawn(db, purchase.id, type, drawn)) ?? storedDocument(db, purchase.id, type)
}
