import type { LightMyRequestResponse } from 'fastify'
import type { Shop, ShopTest } from '@postroom/contract/shop'
import type { QueuedShipment } from '@postroom/contract/shipment-pending'
import { sql } from 'kysely'
import { importDue, reportDue } from '../../features/shops/follow-shops.ts'
import { signInto } from '../sign-into.ts'
import { aBuyer, type Buyer, type PurchaseScene } from '../purchase-scene.ts'
import { quietLog } from '../quiet-log.ts'
import { SHOPIFY_TOKEN, ShopifyStub } from './shopify-stub.ts'
import { asOwner } from '../test-database.ts'
import { WOO_KEYS, WooCommerceStub } from './woocommerce-stub.ts'

/** An organisation, its manager, and two shops that it can connect. */
export interface ShopScene {
  woo: WooCommerceStub
  cards: ShopifyStub
  buyer: Buyer
  ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object): Promise<LightMyRequestResponse>
  connect(stub: WooCommerceStub | ShopifyStub): Promise<Shop>
  /** Imports the orders of all shops now. */
  importNow(): Promise<void>
  /** Makes the reports that are due, those that failed before too. */
  reportNow(): Promise<void>
  queue(): Promise<QueuedShipment[]>
  /** Buys a row of the queue as it is. */
  buy(row: QueuedShipment): Promise<LightMyRequestResponse>
  /** Ends the connections and open reports of all organisations, and the shops. */
  close(): Promise<void>
}

const SENDER = {
  company_name: 'Llewellyn Bindery Ltd',
  address1: '4 Bute Street',
  city: 'Cardiff',
  postal_code: 'CF10 5AL',
}

/** What connects a stub, as a manager types it. */
export const connectionOf = (stub: WooCommerceStub | ShopifyStub) => ({
  name: 'notes' in stub ? 'Bindery' : 'Cards',
  url: stub.url,
  from: SENDER,
  ...('notes' in stub ? { kind: 'woocommerce', ...WOO_KEYS } : { kind: 'shopify', access_token: SHOPIFY_TOKEN }),
})

export async function shopScene(scene: PurchaseScene, credit: number): Promise<ShopScene> {
  const { context, app } = scene
  const [woo, cards] = await Promise.all([WooCommerceStub.start(), ShopifyStub.start()])
  const buyer = await aBuyer(scene, credit)
  const { authorization } = await signInto(scene, buyer.organisation)
  const ask: ShopScene['ask'] = (method, path, payload) =>
    app.inject({ method, url: `/api/stamp/v1${path}`, headers: { authorization }, ...(payload && { payload }) })
  return {
    woo,
    cards,
    buyer,
    ask,
    connect: async (stub) => (await ask('POST', '/shop', connectionOf(stub))).json<ShopTest>().shop!,
    importNow: async () => {
      await context.db
        .updateTable('shop')
        .set({ import_at: sql<Date>`now()` })
        .where('credential', 'is not', null)
        .execute()
      await importDue(context, quietLog)
    },
    reportNow: async () => {
      await context.db
        .updateTable('shop_order')
        .set({ report_at: sql<Date>`now()` })
        .where('report_at', 'is not', null)
        .execute()
      await reportDue(context, quietLog)
    },
    queue: async () => (await ask('GET', '/shipment/pending?length=100')).json<{ data: QueuedShipment[] }>().data,
    buy: ({ pending_id, shipment }) => {
      const { by: _by, service, ...draft } = shipment
      return buyer.buy(pending_id, buyer.draft({ ...draft, service: service ?? '2' } as Parameters<Buyer['draft']>[0]))
    },
    close: async () => {
      await asOwner(
        scene.database.url,
        'update shop_order set report_at = null; update shop set credential = null, import_at = null',
      )
      await Promise.all([woo.stop(), cards.stop()])
    },
  }
}
