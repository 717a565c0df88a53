import type { DocumentType } from '@postroom/contract/document'
import { sheetFor } from '@postroom/domain/media/media-size'
import type { Log } from '../log.ts'
import type { Context } from '../context.ts'
import { getCarrierAccount } from '../features/accounts/account.store.ts'
import { listDocuments, storedDocument, storeDrawn } from '../features/documents/document.store.ts'
import type { Purchase } from '../features/shipments/purchase/purchase.store.ts'
import { drawDocument } from './draw-document.ts'

/**
 * The bytes of a document, drawn at the first request and unchanged ever after. Nothing when the purchase has no such
 * document: it needs none, was refused, or is still in flight.
 *
 * @throws the error of a drawing that fails; the next request tries again, and money is not involved
 */
export function pdfOf(context: Context, purchase: Purchase, type: DocumentType): Promise<Uint8Array | undefined> {
  const key = `${purchase.id} ${type}`
  const running = inFlight.get(key) ?? storedOrDrawn(context, purchase, type).finally(() => inFlight.delete(key))
  inFlight.set(key, running)
  return running
}

/** A hundred simultaneous requests draw a document once. */
const inFlight = new Map<string, Promise<Uint8Array | undefined>>()

async function storedOrDrawn(
  context: Context,
  purchase: Purchase,
  type: DocumentType,
): Promise<Uint8Array | undefined> {
  const { db, settings } = context
  const stored = await storedDocument(db, purchase.id, type)
  if (!stored || stored.pdf) return stored?.pdf ?? undefined
  const account = await getCarrierAccount(db, purchase.carrier_account_id)
  const of = { account, seller: settings.seller, sheet: sheetFor(settings.locale) }
  const drawn = await drawDocument(context, type, { ...purchase, ...stored, ...of })
  if (!drawn) return undefined
  const isKept = await storeDrawn(db, purchase.id, type, drawn)
  return isKept ? drawn.pdf : ((await storedDocument(db, purchase.id, type))?.pdf ?? undefined)
}

/**
 * Draws every document that is still missing. One that cannot be drawn is logged, stays pending, and blocks no other.
 */
export async function drawMissing(context: Context, purchase: Purchase, log: Log): Promise<void> {
  if (purchase.state !== 'BOUGHT') return
  const documents = await listDocuments(context.db, [purchase.id])
  for (const { type } of documents.filter(({ sha256 }) => sha256 === null)) {
    try {
      await pdfOf(context, purchase, type)
    } catch (error) {
      log.error({ err: error, purchase: purchase.id, type }, 'could not draw a document')
    }
  }
}
