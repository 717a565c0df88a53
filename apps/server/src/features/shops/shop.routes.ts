import {
  acceptOrder,
  connectShop as connectShopEndpoint,
  importOrders,
  listShops,
  removeShop,
  testShop as testShopEndpoint,
  type Shop,
} from '@postroom/contract/shop'
import { act } from '../../access/act.ts'
import { countAttempt } from '../../access/limit-attempts.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { answer, serve, type Api } from '../../http/serve.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { lockPending, touchPending } from '../pending/pending.store.ts'
import { connectShop, testConnection, testShop } from './connect-shop.ts'
import { acceptAsItIs } from './shop-order.store.ts'
import { endShop, findShop, findShops, importSoon, type CountedShop } from './shop.store.ts'

/** Each attempt calls a host that a user has named, so an organisation may make this many per quarter of an hour. */
const TESTS_MAX = 20

/** The online shops of an organisation, and their orders in its queue. @see decision 033 */
export function shopRoutes(api: Api, context: Context): void {
  const { db } = context
  const countTest = ({ organisation_id }: SignedInUser) =>
    countAttempt(context, [{ counter: `shop of\n${organisation_id}`, max: TESTS_MAX }])
  const ownShop = async ({ organisation_id }: SignedInUser, id: string): Promise<CountedShop> => {
    const shop = await findShop(db, organisation_id, id)
    if (!shop) throw new AppError('not_found')
    return shop
  }

  serve(api, listShops, async ({ user }) => ({ data: (await findShops(db, user.organisation_id)).map(presentShop) }))

  serve(api, connectShopEndpoint, async ({ body, user }) => {
    await countTest(user)
    const result = await testConnection(context, body)
    if (result !== 'connected') return { result }
    const id = await act(context, user, (tx, actor) => connectShop(context, tx, actor, body))
    return { result, shop: presentShop(await ownShop(user, id)) }
  })

  serve(api, testShopEndpoint, async ({ params, user }) => {
    const shop = await ownShop(user, params.shopId)
    await countTest(user)
    return { result: await testShop(context, shop) }
  })

  serve(api, importOrders, async ({ params: { shopId }, user }) => {
    await ownShop(user, shopId)
    await act(context, user, (tx, { organisation_id }) => importSoon(tx, organisation_id, shopId))
    return answer<typeof importOrders>(202, presentShop(await ownShop(user, shopId)))
  })

  serve(api, removeShop, ({ params: { shopId }, user }) =>
    act(context, user, async (tx, { id: user_id, organisation_id }) => {
      if (!(await endShop(tx, organisation_id, shopId))) throw new AppError('not_found')
      await recordAudit(tx, { organisation_id, user_id, event: 'shop_removed', subject: shopId })
      return { shopId }
    }),
  )

  serve(api, acceptOrder, ({ params: { pending_id }, body: { version }, user }) =>
    act(context, user, async (tx, { id: user_id, organisation_id }) => {
      const row = await lockPending(tx, organisation_id, pending_id)
      if (!row) throw new AppError('not_found')
      if (row.version !== version) throw new AppError('pending_changed')
      if (!(await acceptAsItIs(tx, organisation_id, pending_id))) return { pending_id }
      await touchPending(tx, organisation_id, pending_id)
      await recordAudit(tx, { organisation_id, user_id, event: 'order_accepted', subject: pending_id })
      return { pending_id }
    }),
  )
}

const presentShop = ({
  id,
  kind,
  name,
  url,
  sender,
  connected_at,
  imported_at,
  trouble,
  ...of
}: CountedShop): Shop => ({
  id,
  kind,
  name,
  url,
  from: sender,
  connected_at: connected_at.toISOString(),
  ...(imported_at && { imported_at: imported_at.toISOString() }),
  ...(trouble !== null && { trouble }),
  reports: { waiting: of.waiting, failed: of.failed },
})
