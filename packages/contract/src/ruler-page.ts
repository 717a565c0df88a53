import * as z from 'zod'
import { documentSchema } from './document.ts'
import { endpoint } from './endpoint.ts'
import { pageCodeSchema } from './page-code.ts'

/** In millimetres, from the narrowest tape of a label printer to the largest sheet of an office printer. */
const sideSchema = z.number().min(12).max(450)

/** Makes the ruler page for one media size. The response has the form of a document in a print request. */
export const createRulerPage = endpoint({
  id: 'createRulerPage',
  method: 'POST',
  path: '/iot/v1/ruler-page',
  summary: 'A page of rulers for this media, which shows whether a printer prints to scale and in place',
  tag: 'iot',
  auth: 'session',
  /** An endless roll has no height. `dpi` is that of a thermal printer; other printers have the usual page, for 300. */
  body: z.strictObject({ width_mm: sideSchema, height_mm: sideSchema.optional(), dpi: z.literal(203).optional() }),
  responses: {
    200: documentSchema.pick({ url: true, sha256: true, width_mm: true, height_mm: true, pages: true }).extend({
      type: z.literal('ruler'),
      drawn_for_dpi: z.literal(203).optional(),
      /** The codes on the page. A small label has room for one or none. */
      codes: z.array(pageCodeSchema),
    }),
  },
  errors: ['too_many_requests'],
})

export const downloadRulerPage = endpoint({
  id: 'downloadRulerPage',
  method: 'GET',
  path: '/iot/v1/ruler-page.pdf',
  summary: 'The PDF of a ruler page, for anyone with its link',
  tag: 'iot',
  auth: 'public',
  query: z.strictObject({ access_token: z.string().max(100) }),
  responses: { 200: z.instanceof(Uint8Array) },
  answerType: 'pdf',
  errors: ['document_link_expired', 'not_found'],
})
