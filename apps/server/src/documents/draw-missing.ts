import type { DocumentType } from '@postroom/contract/document'
import { sheetFor } from '@postroom/domain/media/media-size'
import type { Log } from '../log.ts'
import type { Context } from '../context.ts'
import {
  listDocuments,
  storedDocument,
  storeDrawn,
  type DrawnDocument,
  type ListedDocument,
} from '../features/documents/document.store.ts'
import { fetchMoved } from '../features/documents/fetch-moved.ts'
import type { Purchase } from '../features/shipments/purchase/purchase.store.ts'
import { drawDocument, type DocumentSource, type DrawnHere } from './draw-document.ts'

/**
 * The bytes of a document, drawn at the first request and unchanged ever after. Nothing when the purchase has no such
 * document: it needs none, was refused, or is still in flight.
 *
 * @throws AppError `document_unavailable` when its bytes have moved and the storage does not give them; the error of a
 * drawing that fails: the next request tries again, and money is not involved
 */
export async function pdfOf(context: Context, purchase: Purchase, type: DocumentType): Promise<Uint8Array | undefined> {
  const stored = await storedDocument(context.db, purchase.id, type)
  if (stored && stored.pdf === null && stored.sha256 !== null)
    return fetchMoved(context, purchase, { id: stored.id, sha256: stored.sha256 })
  if (!stored || stored.pdf || type === 'return_label') return stored?.pdf ?? undefined
  const { receipt_no, parties } = stored
  const receipt = receipt_no !== null && parties !== null ? { receipt_no, parties } : null
  return (await drawOnce(context, purchase, type, receipt))?.pdf ?? undefined
}

/**
 * The documents of a purchase, once every missing one that goes to a printer is drawn. One that cannot be drawn is
 * logged, stays pending, and blocks no other. Few receipts are ever opened, so each is drawn when it is first fetched.
 */
export async function drawMissing(context: Context, purchase: Purchase, log: Log): Promise<ListedDocument[]> {
  if (purchase.state !== 'BOUGHT') return []
  const drawn: ListedDocument[] = []
  for (const document of await listDocuments(context.db, [purchase.id])) {
    const { type, sha256 } = document
    const missing = type !== 'receipt' && type !== 'return_label' && sha256 === null
    const content = missing ? await drawOrLog(context, purchase, type, log) : undefined
    drawn.push({ ...document, ...content })
  }
  return drawn
}

async function drawOrLog(
  context: Context,
  purchase: Purchase,
  type: DrawnHere,
  log: Log,
): Promise<DrawnDocument | undefined> {
  try {
    return await drawOnce(context, purchase, type, null)
  } catch (error) {
    log.error({ err: error, purchase: purchase.id, type }, 'could not draw a document')
    return undefined
  }
}

/** A hundred simultaneous requests draw a document once. */
const inFlight = new Map<string, Promise<DrawnDocument | undefined>>()

function drawOnce(...asked: Parameters<typeof draw>): Promise<DrawnDocument | undefined> {
  const [, { id }, type] = asked
  const key = `${id} ${type}`
  const running = inFlight.get(key) ?? draw(...asked).finally(() => inFlight.delete(key))
  inFlight.set(key, running)
  return running
}

async function draw(
  context: Context,
  purchase: Purchase,
  type: DrawnHere,
  receipt: DocumentSource['receipt'],
): Promise<DrawnDocument | undefined> {
  const { db, settings } = context
  const drawn = await drawDocument(context, type, { ...purchase, receipt, sheet: sheetFor(settings.locale) })
  if (!drawn) return undefined
  return (await storeDrawn(db, purchase.id, type, drawn)) ?? storedDocument(db, purchase.id, type)
}
