import type { DocumentType } from '@postroom/contract/document'
import { TextDoesNotFit } from '@postroom/documents/pdf/fit-text'
import type { RenderedDocument } from '@postroom/documents/pdf/pdf'
import { gridsOf, type LabelGridDpi } from '@postroom/domain/media/label-drawing'
import { stockFor } from '@postroom/domain/media/label-stock'
import { sheetFor } from '@postroom/domain/media/media-size'
import { AppError } from '../app-error.ts'
import type { Context } from '../context.ts'
import { listDocuments } from '../features/documents/document.store.ts'
import type { Purchase } from '../features/shipments/purchase/purchase.store.ts'
import { drawLabel } from './draw-document.ts'

/** A drawing of a document that is stored for other printers. */
interface OtherDrawing extends RenderedDocument {
  /** The id of the stored document. */
  document_id: string
}

/**
 * Draws the label of a purchase for printers of another resolution than the stored one. The same purchase always gives the
 * same bytes.
 *
 * @throws AppError `not_found` when the purchase has no label, or for another document; `label_drawing_unavailable` when its
 * stock is not drawn for this resolution, its carrier supplies finished labels, or it was bought before its texts were laid
 * out for it and has no room
 */
export async function drawLabelFor(
  context: Pick<Context, 'db' | 'carriers' | 'settings'>,
  purchase: Purchase,
  type: DocumentType,
  dpi: LabelGridDpi,
): Promise<OtherDrawing> {
  const stored = (await listDocuments(context.db, [purchase.id])).find((document) => document.type === type)
  if (!stored || type !== 'label') throw new AppError('not_found')
  const { label, meta_data } = purchase.draft
  const stock = stockFor(label.size, meta_data.label_name)
  if (!stock || !gridsOf(stock).includes(dpi)) throw unavailable()
  const source = { ...purchase, sheet: sheetFor(context.settings.locale) }
  const drawn = await drawLabel(context, source, dpi).catch((error: unknown) => {
    throw error instanceof TextDoesNotFit ? unavailable() : error
  })
  if (!drawn) throw unavailable()
  return { ...drawn, document_id: stored.id }
}

const unavailable = (): AppError => new AppError('label_drawing_unavailable')
