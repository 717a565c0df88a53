import { downloadDocument, downloadDocumentImage } from '@postroom/contract/document'
import { createLabelDrawing } from '@postroom/contract/label-drawing'
import { createRulerPage, downloadRulerPage } from '@postroom/contract/ruler-page'
import type { Context } from '../../context.ts'
import { AppError } from '../../app-error.ts'
import { bearerToken } from '../../http/authenticate.ts'
import { documentHeaders } from '../../http/document-headers.ts'
import { answer, serve, type Api, type Call } from '../../http/serve.ts'
import { pageImage } from '../../documents/page-image.ts'
import { fetchDocument, type DocumentRequest } from './fetch-document.ts'
import { makeLabelDrawing } from './make-label-drawing.ts'
import { fetchRulerPage, makeRulerPage } from './ruler-page.ts'

/** Download of documents. Only these routes accept a session's token in the address. @see spec §7 */
export function documentRoutes(api: Api, context: Context): void {
  serve(api, downloadDocument, async (call) => {
    const pdf = await fetchDocument(context, requestIn(call))
    return answer(200, new Uint8Array(pdf), documentHeaders(call.params.type))
  })

  serve(api, downloadDocumentImage, async (call) => {
    const pdf = await fetchDocument(context, requestIn(call))
    const png = await pageImage({ pdf, page: call.query.page })
    return answer(200, png, documentHeaders(call.params.type, 'png'))
  })

  serve(api, createLabelDrawing, ({ params, body, user }) => makeLabelDrawing(context, user, params.id, body.dpi))

  serve(api, createRulerPage, ({ body, user }) => makeRulerPage(context, user, body))
  serve(api, downloadRulerPage, async ({ query }) => {
    const pdf = await fetchRulerPage(context, query.access_token)
    return answer(200, new Uint8Array(pdf), documentHeaders('ruler-page'))
  })
}

function requestIn({
  params,
  query,
  request,
}: Pick<Call<typeof downloadDocument>, 'params' | 'query' | 'request'>): DocumentRequest {
  if (query['shipment-id'] !== undefined && query['shipment-id'] !== params.id) throw new AppError('not_found')
  const { user } = request
  const token = query.access_token ?? (user ? undefined : bearerToken(request))
  return { shipment: params.id, type: params.type, dpi: query.dpi === undefined ? 300 : 203, token, user }
}
