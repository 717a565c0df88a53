import { askForTopUp as askForTopUpCall, getBalance, listCarrierAccounts } from '@postroom/contract/carrier'
import {
  exportStatement,
  getStatement,
  getStatementDays,
  openCarrierAccount,
  updateCarrierAccount,
} from '@postroom/contract/carrier-account'
import { fieldError } from '@postroom/contract/field-errors'
import { sumPence } from '@postroom/domain/money'
import { isCarrier } from '../../carriers/carriers.ts'
import type { Context } from '../../context.ts'
import { csvDownloadHeaders } from '../../csv/write-csv.ts'
import { accountsOf, refuseOtherAccounts } from '../../access/key-accounts.ts'
import { act } from '../../access/act.ts'
import { AppError } from '../../app-error.ts'
import { answer, serve, type Api } from '../../http/serve.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { fundsOf } from '../ledger/ledger.store.ts'
import { listAccounts, type CarrierAccount } from './account.store.ts'
import { beingCharged } from '../payments/automatic/charge.store.ts'
import { ownAccount } from './own-account.rule.ts'
import { askForTopUp } from './ask-for-top-up.ts'
import { changeAccount, openAccount } from './change-account.ts'
import { statementCsv, statementLines } from './show-statement.ts'
import { countStatement, countStatementDays, listStatementDays } from './statement.store.ts'

/** The prepaid accounts of an organisation, their balances and statements. @see spec §7 'Carrier' */
export function accountRoutes(api: Api, context: Context): void {
  const { db } = context

  serve(api, listCarrierAccounts, async ({ query, user }) => {
    const { rows, total } = await listAccounts(db, {
      organisation_id: user.organisation_id,
      among: accountsOf(user),
      carrier_code: query.carrier_code,
      is_active: query.is_active === undefined ? undefined : query.is_active === 'true',
      orderBy: query.orderBy,
      direction: query.orderAsc === 'true' ? 'asc' : 'desc',
      start: query.start,
      length: query.length,
    })
    return { data: rows.map((row) => presentAccount(context, row)), total, start: query.start, length: query.length }
  })

  serve(api, openCarrierAccount, async ({ body, user }) => {
    if (!isCarrier(context, body.carrier_code))
      throw new AppError('invalid_request', { fields: [fieldError('carrier_code', 'not_allowed')] })
    return presentAccount(context, await act(context, user, (tx, actor) => openAccount(tx, actor, body)))
  })

  serve(api, updateCarrierAccount, async ({ params, body, user }) =>
    presentAccount(context, await act(context, user, (tx, actor) => changeAccount(tx, actor, params.accountId, body))),
  )

  serve(api, askForTopUpCall, async ({ params, body, user }) => {
    const account = await ownAccount(db, user, params.accountId)
    await askForTopUp(context, user, { account, missing: body.missing })
    return { account_id: account.id }
  })

  serve(api, getBalance, async ({ params, user }) => {
    const account = await ownAccount(db, user, params.accountId)
    refuseOtherAccounts(user, account.id)
    const { available, held } = await fundsOf(db, account.id)
    const topping_up = await beingCharged(db, account.id)
    return {
      account_id: account.id,
      currency: 'GBP' as const,
      balance: available,
      posted: sumPence(available, held),
      held,
      ...(topping_up !== undefined && { topping_up }),
    }
  })

  serve(api, getStatement, async ({ params, query, user }) => {
    const account = await ownAccount(db, user, params.accountId)
    const asked = { account: account.id, dateFrom: query.dateFrom, dateTo: query.dateTo }
    const { start, length } = query
    const direction = query.orderAsc === 'true' ? 'asc' : 'desc'
    const data = await statementLines(db, asked, { direction, start, length })
    return { data, total: await countStatement(db, asked), start, length }
  })

  serve(api, getStatementDays, async ({ params, query, user }) => {
    const account = await ownAccount(db, user, params.accountId)
    const asked = { account: account.id, dateFrom: query.dateFrom, dateTo: query.dateTo }
    const { start, length } = query
    const direction = query.orderAsc === 'true' ? 'asc' : 'desc'
    const data = await listStatementDays(db, asked, { direction, start, length })
    return { data, total: await countStatementDays(db, asked), start, length }
  })

  serve(api, exportStatement, async ({ params, query, user }) => {
    const account = await ownAccount(db, user, params.accountId)
    const file = await statementCsv(db, { account: account.id, dateFrom: query.dateFrom, dateTo: query.dateTo })
    const { organisation_id, id: user_id } = user
    await recordAudit(db, { organisation_id, user_id, event: 'statement_exported', subject: account.id })
    return answer<typeof exportStatement>(200, new Uint8Array(file), csvDownloadHeaders('statement.csv'))
  })
}

const presentAccount = ({ carriers }: Pick<Context, 'carriers'>, account: CarrierAccount) => {
  const { id, carrier_code, name, is_active, pricing, low_balance, purchases_per_minute, pence_per_day, billing } =
    account
  const limits = { purchases_per_minute, pence_per_day }
  return {
    id,
    carrier_code,
    name,
    is_active,
    pricing,
    currency: 'GBP' as const,
    low_balance,
    limits,
    ...(account.manifest_at !== null && { manifest_at: account.manifest_at.slice(0, 'HH:MM'.length) }),
    ...(account.return_service !== null && { return_service: account.return_service }),
    ...(carriers[carrier_code]?.finishedLabels && { finished_labels: true as const }),
    billing,
  }
}
