import { getBalance, listCarrierAccounts } from '@postroom/contract/carrier'
import { sumPence } from '@postroom/domain/money'
import type { Context } from '../../context.ts'
import { AppError } from '../../http/app-error.ts'
import { serve, type Api } from '../../http/serve.ts'
import { fundsOf } from '../ledger/ledger.store.ts'
import { findCarrierAccount, listAccounts } from './account.store.ts'

/** The prepaid accounts of an organisation and what they hold. @see spec §7 'Carrier' */
export function accountRoutes(api: Api, { db }: Context): void {
  serve(api, listCarrierAccounts, async ({ query, user }) => {
    const { rows, total } = await listAccounts(db, {
      organisation_id: user.organisation_id,
      is_active: query.is_active === undefined ? undefined : query.is_active === 'true',
      orderBy: query.orderBy,
      direction: query.orderAsc === 'true' ? 'asc' : 'desc',
      start: query.start,
      length: query.length,
    })
    const data = rows.map(({ id, carrier_code, name, is_active, pricing }) => ({
      id,
      carrier_code,
      name,
      is_active,
      pricing,
      currency: 'GBP' as const,
    }))
    return { data, total, start: query.start, length: query.length }
  })

  serve(api, getBalance, async ({ params, user }) => {
    const account = await findCarrierAccount(db, user.organisation_id, params.accountId)
    if (!account) throw new AppError('not_found')
    const { available, held } = await fundsOf(db, account.id)
    return {
      account_id: account.id,
      currency: 'GBP' as const,
      balance: available,
      posted: sumPence(available, held),
      held,
    }
  })
}
