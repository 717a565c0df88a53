import * as calls from '@postroom/contract/contract-price'
import { ukDateOf } from '@postroom/domain/calendar'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { csvDownloadHeaders } from '../../csv/write-csv.ts'
import { answer, REPLAYED, serve, type Api } from '../../http/serve.ts'
import { addContractPrices, checkContractPrices } from './add-contract.ts'
import { contractCsv } from './contract-csv.ts'
import * as store from './contract-price.store.ts'
import { withdrawContractPrices } from './withdraw-contract.ts'

/** Contract prices of accounts: an operator adds a list before its first day, and may withdraw it until then. */
export function contractPriceRoutes(api: Api, context: Context): void {
  const { db } = context
  const today = () => ukDateOf(context.now())
  async function listNamed(id: string): Promise<store.ContractOutline> {
    const list = await store.findContract(db, id, today())
    if (!list) throw new AppError('not_found')
    return list
  }

  serve(api, calls.checkContractPrices, ({ params, query, body }) =>
    checkContractPrices(context, { ...params, ...query, text: body }),
  )

  serve(api, calls.addContractPrices, async ({ params, query, body, user }) => {
    const { id, isReplayed } = await addContractPrices(context, user, { ...params, ...query, text: body })
    return answer<typeof calls.addContractPrices>(200, present(await listNamed(id)), isReplayed ? REPLAYED : {})
  })

  serve(api, calls.listContractPrices, async ({ query: { account_id, orderAsc, start, length } }) => {
    const direction = orderAsc === 'true' ? 'asc' : 'desc'
    const found = { account_id, direction, today: today() } as const
    const { rows, total } = await store.pageContracts(db, found, { start, length })
    return { data: rows.map(present), total, start, length }
  })

  serve(api, calls.exportContractPrices, async ({ params: { listId } }) => {
    const { id, organisation_id, pricing, effective_from } = await listNamed(listId)
    const [contract] = await store.findContracts(db, [{ id, organisation_id }])
    const file = contractCsv(contract!, pricing, effective_from)
    return answer<typeof calls.exportContractPrices>(200, file, csvDownloadHeaders('contract-prices.csv'))
  })

  serve(api, calls.withdrawContractPrices, async ({ params: { listId }, user }) => {
    await withdrawContractPrices(context, user, listId)
    return present(await listNamed(listId))
  })
}

const present = ({ added_at, services, ...list }: store.ContractOutline) => ({
  ...list,
  services: services as ServiceCode[],
  added_at: added_at.toISOString(),
})
