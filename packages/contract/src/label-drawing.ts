import * as z from 'zod'
import { documentSchema } from './document.ts'
import { endpoint } from './endpoint.ts'

/**
 * Draws the label of a shipment for thermal printers with 203 dots per inch, and makes a link to that drawing. It is not
 * stored: each call draws it with the same bytes. The response has the form of a document in a print request, and its print
 * is the print of the label. @see decision 050
 */
export const createLabelDrawing = endpoint({
  id: 'createLabelDrawing',
  method: 'POST',
  path: '/stamp/v1/shipment/{id}/docs/label/drawing',
  summary: 'The label drawn for thermal printers with 203 dots per inch, instead of the usual 300',
  tag: 'shipment',
  auth: 'session',
  scope: 'documents',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({ dpi: z.literal(203) }),
  responses: {
    200: documentSchema
      .pick({ url: true, sha256: true, width_mm: true, height_mm: true, pages: true })
      .extend({ type: z.literal('label'), drawn_for_dpi: z.literal(203) }),
  },
  errors: ['document_gone', 'label_drawing_unavailable'],
})
