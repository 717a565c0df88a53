import { downloadDocument } from '@postroom/contract/document'
import { createRulerPage, downloadRulerPage } from '@postroom/contract/ruler-page'
import type { Context } from '../../context.ts'
import { AppError } from '../../app-error.ts'
import { bearerToken } from '../../http/authenticate.ts'
import { pdfDownloadHeaders } from '../../http/pdf-download-headers.ts'
import { answer, serve, type Api } from '../../http/serve.ts'
import { fetchDocument } from './fetch-document.ts'
import { fetchRulerPage, makeRulerPage } from './ruler-page.ts'

/** Download of documents. Only this route accepts a session's token in the address. @see spec §7 */
export function documentRoutes(api: Api, context: Context): void {
  serve(api, downloadDocument, async ({ params, query, request }) => {
    if (query['shipment-id'] !== undefined && query['shipment-id'] !== params.id) throw new AppError('not_found')
    const token = query.access_token ?? bearerToken(request)
    const pdf = await fetchDocument(context, { shipment: params.id, type: params.type, token })
    return answer(200, new Uint8Array(pdf), pdfDownloadHeaders(params.type))
  })

  serve(api, createRulerPage, ({ body, user }) => makeRulerPage(context, user, body))
  serve(api, downloadRulerPage, async ({ query }) => {
    const pdf = await fetchRulerPage(context, query.access_token)
    return answer(200, new Uint8Array(pdf), pdfDownloadHeaders('ruler-page'))
  })
}
