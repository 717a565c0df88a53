import { downloadVatStatement, exportVatStatement, getVatStatement } from '@postroom/contract/vat-statement'
import type { Context } from '../../context.ts'
import { csvDownloadHeaders } from '../../csv/write-csv.ts'
import { documentHeaders } from '../../http/document-headers.ts'
import { answer, serve, type Api } from '../../http/serve.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { ownAccount } from './own-account.rule.ts'
import { vatStatement, vatStatementCsv, vatStatementPdf } from './vat-statement.ts'

/** The VAT of an account's purchases in a month, as JSON, CSV and PDF. */
export function vatStatementRoutes(api: Api, context: Context): void {
  const recordExport = ({ organisation_id, id: user_id }: SignedInUser, subject: string) =>
    recordAudit(context.db, { organisation_id, user_id, event: 'statement_exported', subject })

  serve(api, getVatStatement, async ({ params, query, user }) =>
    vatStatement(context, await ownAccount(context.db, user, params.accountId), query.month),
  )

  serve(api, exportVatStatement, async ({ params, query, user }) => {
    const file = await vatStatementCsv(context, await ownAccount(context.db, user, params.accountId), query.month)
    await recordExport(user, params.accountId)
    return answer<typeof exportVatStatement>(200, new Uint8Array(file), csvDownloadHeaders('vat-statement.csv'))
  })

  serve(api, downloadVatStatement, async ({ params, query, user }) => {
    const pdf = await vatStatementPdf(context, await ownAccount(context.db, user, params.accountId), query.month)
    await recordExport(user, params.accountId)
    return answer<typeof downloadVatStatement>(200, new Uint8Array(pdf), documentHeaders('vat-statement'))
  })
}
