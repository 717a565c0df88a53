import { LABEL_SIZES } from '@postroom/domain/media/label-stock'
import { MOST_LABELS } from '@postroom/domain/purchase/purchase'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'

/**
 * The documents of a shipment: its label, a customs form where one is needed, the invoice of goods sold, the receipt, and a
 * return label where one was made.
 */
export const DOCUMENT_TYPES = ['label', 'cn22', 'cn23', 'invoice', 'receipt', 'return_label'] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

/** The documents without which a shipment is not printed: a receipt is only saved, a return label is printed on request. */
export const GOES_OUT_WITH_ITEM = ['label', 'cn22', 'cn23', 'invoice'] as const satisfies readonly DocumentType[]
export const goesOutWithItem = (type: DocumentType): boolean => GOES_OUT_WITH_ITEM.some((each) => each === type)

/** What goes to a printer: the documents of a shipment, and the ruler page, which belongs to none. */
export const PRINTED_TYPES = [...DOCUMENT_TYPES, 'ruler'] as const
export type PrintedType = (typeof PRINTED_TYPES)[number]

/**
 * A document of a shipment (spec §3 `docs`). `sha256` is hex. `url` is below the API base and carries its own short-lived token; it is
 * empty when the session ended while the shipment was looked up. For an API key it has no token: the key is sent as a header. Until the document is drawn (`pending`) its sizes are 0 and its
 * digest is empty. A receipt is drawn when it is first fetched.
 */
export const documentSchema = z.object({
  type: z.enum(DOCUMENT_TYPES),
  status: z.enum(['ready', 'pending']),
  /** Label size of spec §9. Forms and receipts are `A4` in every locale; `width_mm` and `height_mm` give the true page. */
  size: z.enum(LABEL_SIZES),
  width_mm: z.number(),
  height_mm: z.number(),
  pages: z.int(),
  sha256: z.string(),
  url: z.string(),
})
export type ShipmentDocument = z.output<typeof documentSchema>

/** Downloads one document with its own five-minute token, with a session token (spec §7), or with an API key. */
export const downloadDocument = endpoint({
  id: 'downloadDocument',
  method: 'GET',
  path: '/stamp/v1/shipment/{id}/docs/{type}.pdf',
  summary: 'The PDF of a document',
  tag: 'shipment',
  auth: 'public',
  scope: 'documents',
  params: z.strictObject({ id: z.uuid(), type: z.enum(DOCUMENT_TYPES) }),
  query: z.strictObject({
    access_token: z.string().max(100).optional(),
    'shipment-id': z.uuid().optional(),
    dpi: z.literal('203').optional().describe('The label drawn for thermal printers of this resolution.'),
  }),
  responses: { 200: z.instanceof(Uint8Array) },
  answerType: 'pdf',
  errors: [
    'document_link_expired',
    'document_gone',
    'document_unavailable',
    'label_drawing_unavailable',
    'session_expired',
  ],
})

/** Resolution of pictures of documents: two dots for each CSS pixel at the real size, one at twice the size. */
export const IMAGE_DPI = 192

/** The page of a document to draw. The largest purchase has a page for each label. */
const pageQuery = z.strictObject({ page: z.coerce.number().int().min(1).max(MOST_LABELS).default(1) })

/** A page of a document as a picture, for callers who may download the document. */
export const downloadDocumentImage = endpoint({
  ...downloadDocument,
  id: 'downloadDocumentImage',
  path: '/stamp/v1/shipment/{id}/docs/{type}.png',
  summary: 'A page of a document as a PNG picture with 192 dots to the inch',
  query: downloadDocument.query.extend(pageQuery.shape),
  answerType: 'png',
})
