import { NO_ADDRESSEE } from '@postroom/contract/address'
import type { Shipment } from '@postroom/contract/shipment'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inTransaction, type Tx } from '../../db/in-transaction.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBuyer, purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'
import * as pending from '../pending/pending.store.ts'
import * as settled from '../pending/settled-pending.store.ts'
import * as budgets from '../references/budget.store.ts'
import * as references from '../references/reference.store.ts'
import * as posted from '../returns/posted-item.store.ts'
import * as returns from '../returns/return.store.ts'
import * as settings from '../settings/settings.store.ts'
import * as shippers from '../shippers/shipper.store.ts'
import * as rules from '../shops/sending-rule.store.ts'
import * as orders from '../shops/shop-order.store.ts'
import * as shops from '../shops/shop.store.ts'
import * as webhookDeliveries from '../webhooks/delivery-list.store.ts'
import * as webhooks from '../webhooks/webhook.store.ts'
import * as purchases from './purchase/purchase.store.ts'
import * as shipments from './show/shipment.store.ts'
import * as voids from './void/void-request.store.ts'

const SHOP = '00000000-0000-4000-8000-00000000000a'
const MANUAL = '00000000-0000-4000-8000-00000000000b'
const RETURNED = '00000000-0000-4000-8000-00000000000c'
const WEBHOOK = '00000000-0000-4000-8000-00000000000d'
const SENDER = '00000000-0000-4000-8000-00000000000e'
const COST_CENTER = '00000000-0000-4000-8000-00000000000f'
const EVENT = '00000000-0000-4000-8000-000000000001'
const ROW = '00000000-0000-4000-8000-000000000002'
/** No row has this id. */
const NOWHERE = '00000000-0000-4000-8000-000000000000'
const KEY = 'bought-by-the-owner'
const BARCODE = 'JD0002'
const AT = { instant: new Date('2026-11-20T10:00:00Z') }
const TABLES = [
  'cost_center',
  'organisation_setting',
  'pending_shipment',
  'purchase',
  'reference_field',
  'returned_item',
  'sending_rule',
  'shipper',
  'shop',
  'shop_order',
  'user_data',
  'void_request',
  'webhook',
  'webhook_delivery',
]

let scene: PurchaseScene
let stranger: Buyer
let shipment: Shipment
let user: string
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  stranger = await aBuyer(scene, 10_00)
  const { organisation } = scene.buyer
  shipment = (await scene.buyer.buy(KEY)).json<Shipment>()
  user = shipment.bought_by
  const address = JSON.stringify({ company_name: 'Bindery', country: 'GB' })
  const manual = JSON.stringify({
    number: BARCODE,
    total_charge: 1,
    shipping_date: '2026-11-20',
    to: { country: 'GB' },
  })
  await asOwner(
    scene.database.url,
    `insert into cost_center (id, organisation_id, code, name, is_active, budget_amount, budget_period, on_exceed)
       values ('${COST_CENTER}', '${organisation}', 'A', 'Accounts', true, 100, 'month', 'warn');
     insert into reference_field (organisation_id, label, required, choices, pattern, position)
       values ('${organisation}', 'Order', false, '{}', '', 0);
     insert into shipper (id, organisation_id, alias, address) values ('${SENDER}', '${organisation}', 'Office', '${address}');
     insert into organisation_setting (organisation_id, section, value) values ('${organisation}', 'sender', '{"id": "${SENDER}"}');
     insert into user_data (user_id, key, value) values ('${user}', 'mailing', '{}');
     insert into manual_shipment (id, organisation_id, created_by, draft) values ('${MANUAL}', '${organisation}', '${user}', '${manual}');
     insert into returned_item (id, organisation_id, manual_shipment_id, number, reason, action, notes, created_by, pending_id)
       values ('${RETURNED}', '${organisation}', '${MANUAL}', '${BARCODE}', 'refused', 'keep', '', '${user}', '${ROW}');
     insert into pending_shipment (pending_id, organisation_id, created_by, draft) values ('${ROW}', '${organisation}', '${user}', '${manual}');
     insert into shop (id, organisation_id, kind, name, url, credential, sender, connected_by)
       values ('${SHOP}', '${organisation}', 'shopify', 'Cards', 'https://cards.example', 'v1.x', '${address}', '${user}');
     insert into shop_order (shop_id, external_id, organisation_id, number, pending_id, modified_at, fingerprint, mark, problems, country, looked_at)
       values ('${SHOP}', '1', '${organisation}', '#1', '${ROW}', now(), 'x', 'changed', '{currency}', 'GB', now() - interval '1 day');
     insert into sending_rule (organisation_id, position, destination, service) values ('${organisation}', 0, 'any', '1');
     insert into webhook (id, organisation_id, url, events, secret)
       values ('${WEBHOOK}', '${organisation}', 'https://hook.example', '{shipment.bought}', 'v1.x');
     insert into webhook_event (id, organisation_id, type, data) values ('${EVENT}', '${organisation}', 'shipment.bought', '{}');
     insert into webhook_delivery (webhook_id, event_id, organisation_id, n, state, tried_at)
       values ('${WEBHOOK}', '${EVENT}', '${organisation}', 1, 'failed', now())`,
  )
})
afterAll(() => scene.close())

type Look = (db: Db, organisation: string, id: string) => unknown
const PAGE = { start: 0, length: 10, direction: 'asc' as const }

/** Each finds something for the owner, and nothing for another organisation, although the platform may see all rows. */
test.each<[string, (() => string) | null, Look]>([
  ['findPending', () => ROW, (db, of, id) => pending.findPending(db, of, id)],
  [
    'pagePending',
    null,
    async (db, of) => (await pending.pagePending(db, of, { ...PAGE, text: '', since: undefined })).rows,
  ],
  ['countQueue', null, async (db, of) => Object.values(await pending.countQueue(db, of)).filter((count) => count > 0)],
  ['queueSummary', null, async (db, of) => (await pending.queueSummary(db, of)).oldest],
  ['listSold', null, (db, of) => pending.listSold(db, of, new Date(0))],
  ['lockPending', () => ROW, (db, of, id) => inTransaction(db, (tx) => pending.lockPending(tx, of, id))],
  ['lockPrepared', () => ROW, (db, of, id) => inTransaction(db, (tx) => pending.lockPrepared(tx, of, id))],
  [
    'budgetStatus',
    () => COST_CENTER,
    (db, of, id) => budgets.budgetStatus(db, of, { id, ...AT }).catch(() => undefined),
  ],
  ['referenceFields', null, (db, of) => references.referenceFields(db, of)],
  ['savedReferenceFields', null, async (db, of) => (await references.savedReferenceFields(db, of)).data],
  ['costCentersAmong', () => COST_CENTER, (db, of, id) => references.costCentersAmong(db, of, [id])],
  ['hasCostCenter', () => COST_CENTER, async (db, of, id) => (await references.hasCostCenter(db, of, id)) || undefined],
  ['findByNumber by hand', () => BARCODE, (db, of, id) => posted.findByNumber(db, of, id)],
  ['findByNumber', () => shipment.item_numbers[0]!, (db, of, id) => posted.findByNumber(db, of, id)],
  ['findByShipment by hand', () => MANUAL, (db, of, id) => posted.findByShipment(db, of, id)],
  ['findByShipment', () => shipment.id, (db, of, id) => posted.findByShipment(db, of, id)],
  ['findReturn', () => RETURNED, (db, of, id) => returns.findReturn(db, of, id)],
  ['lockForSending', () => RETURNED, (db, of, id) => inTransaction(db, (tx) => returns.lockForSending(tx, of, id))],
  [
    'findOpen',
    () => MANUAL,
    (db, of, id) =>
      returns.findOpen(db, of, { purchase_id: null, manual_shipment_id: id, number: BARCODE, to: NO_ADDRESSEE }),
  ],
  ['organisationSettings', null, async (db, of) => Object.keys(await settings.organisationSettings(db, of))],
  ['findOwnSettings', null, async (db, of) => (await settings.findOwnSettings(db, of, PAGE)).rows],
  ['findShipperAddress', () => SENDER, (db, of, id) => shippers.findShipperAddress(db, of, id)],
  ['hasShipper', () => SENDER, async (db, of, id) => (await shippers.hasShipper(db, of, id)) || undefined],
  ['findRules', null, (db, of) => rules.findRules(db, of)],
  ['lockMark', () => ROW, (db, of, id) => inTransaction(db, (tx) => orders.lockMark(tx, of, id))],
  ['staleOrder', () => ROW, (db, of, id) => orders.staleOrder(db, of, id, 1_000)],
  ['ordersOfTheWeek', null, (db, of) => orders.ordersOfTheWeek(db, of)],
  ['findShops', null, (db, of) => shops.findShops(db, of)],
  ['findShop', () => SHOP, (db, of, id) => shops.findShop(db, of, id)],
  ['findWebhooks', null, (db, of) => webhooks.findWebhooks(db, of)],
  ['findWebhook', () => WEBHOOK, (db, of, id) => webhooks.findWebhook(db, of, id)],
  [
    'lockWebhooks',
    null,
    (db, of) => inTransaction(db, async (tx) => (await webhooks.lockWebhooks(tx, of)) || undefined),
  ],
  [
    'findDelivery',
    () => EVENT,
    (db, organisation_id, id) => webhookDeliveries.findDelivery(db, { organisation_id, webhook: WEBHOOK }, id),
  ],
  ['findByKey', () => KEY, (db, of, id) => purchases.findByKey(db, of, id)],
  ['purchasesAmong', () => shipment.id, (db, of, id) => purchases.purchasesAmong(db, of, [id])],
  ['findShipment', () => shipment.id, (db, of, id) => shipments.findShipment(db, of, id)],
  ['listShipments', () => shipment.id, (db, of, id) => shipments.listShipments(db, of, [id])],
])('%s finds the wanted row of its own organisation only', async (_name, own, look) => {
  const { db } = scene.context
  const [organisation, id] = [scene.buyer.organisation, own?.() ?? '']
  const found = await look(db, organisation, id)
  expect(found).toBeDefined()
  if (Array.isArray(found)) expect(found).toHaveLength(1)
  const nothing = Array.isArray(found) ? [] : undefined
  expect(await look(db, stranger.organisation, id)).toEqual(nothing)
  if (own) expect(await look(db, organisation, NOWHERE)).toEqual(nothing)
})

const snapshot = async (db: Db) => {
  const parts = TABLES.map((table) => `select '${table}' as name, to_jsonb(one)::text as line from ${table} as one`)
  return (await sql.raw(`${parts.join(' union all ')} order by 1, 2`).execute(db)).rows
}
type Act = (tx: Tx, organisation: string, id: string) => unknown

test.each<[string, (() => string) | null, Act]>([
  [
    'changePending',
    () => ROW,
    (tx, of, id) => pending.changePending(tx, of, id, { draft: {} as never, note: 'x', problem: 'x' }),
  ],
  ['touchPending', () => ROW, (tx, of, id) => pending.touchPending(tx, of, id)],
  ['claim', () => ROW, (tx, of, id) => pending.claim(tx, of, id, user)],
  ['removePending', () => ROW, (tx, of, id) => pending.removePending(tx, of, id)],
  [
    'removeFromQueue',
    () => ROW,
    (tx, organisation_id, id) => settled.removeFromQueue(tx, { organisation_id, idem_key: id, id: shipment.id }),
  ],
  [
    'returnToQueue',
    () => ROW,
    (tx, organisation_id, id) => settled.returnToQueue(tx, { organisation_id, idem_key: id }),
  ],
  ['recordExceeded', () => COST_CENTER, (tx, of, id) => budgets.recordExceeded(tx, of, id, '2026-11-01')],
  ['replaceReferenceFields', null, (tx, of) => references.replaceReferenceFields(tx, of, { data: [], archived: [] })],
  ['changeReturn', () => RETURNED, (tx, of, id) => returns.changeReturn(tx, of, id, { notes: 'x' })],
  ['deleteOwnSettings', null, (tx, of) => settings.deleteOwnSettings(tx, of, user)],
  ['removeShipper', () => SENDER, (tx, of, id) => shippers.removeShipper(tx, of, id)],
  ['storeRules', null, (tx, of) => rules.storeRules(tx, of, [])],
  ['acceptAsItIs', () => ROW, (tx, of, id) => orders.acceptAsItIs(tx, of, id)],
  ['clearProblems', () => ROW, (tx, of, id) => orders.clearProblems(tx, of, id)],
  ['importSoon', () => SHOP, (tx, of, id) => shops.importSoon(tx, of, id)],
  ['endShop', () => SHOP, (tx, of, id) => shops.endShop(tx, of, id)],
  [
    'updateWebhook',
    () => WEBHOOK,
    (tx, organisation_id, id) => webhooks.updateWebhook(tx, { organisation_id, id }, { state: 'paused' }),
  ],
  [
    'replaceSecret',
    () => WEBHOOK,
    (tx, organisation_id, id) => webhooks.replaceSecret(tx, { organisation_id, id }, 'v1.y', new Date()),
  ],
  [
    'replay',
    () => EVENT,
    (tx, organisation_id, id) => webhookDeliveries.replay(tx, { organisation_id, webhook: WEBHOOK }, { eventId: id }),
  ],
  ['deleteWebhook', () => WEBHOOK, (tx, of, id) => webhooks.deleteWebhook(tx, of, id)],
  ['changeShipment', () => shipment.id, (tx, of, id) => shipments.changeShipment(tx, of, id, { notes: 'x' })],
  [
    'insertVoidRequest',
    () => shipment.id,
    (tx, organisation_id, id) =>
      voids.insertVoidRequest(tx, { shipment: id, organisation_id, user_id: user, reason: 'x' }, 1_000),
  ],
])('%s changes the wanted row of its own organisation only', async (_name, own, act) => {
  const { db } = scene.context
  const [organisation, id] = [scene.buyer.organisation, own?.() ?? '']
  const before = await snapshot(db)
  await inTransaction(db, async (tx) => act(tx, stranger.organisation, id))
  if (own) await inTransaction(db, async (tx) => act(tx, organisation, NOWHERE))
  expect(await snapshot(db)).toEqual(before)
  const undone = new Error('nothing stays')
  const changing = inTransaction(db, async (tx) => {
    await act(tx, organisation, id)
    expect(await snapshot(tx)).not.toEqual(before)
    throw undone
  })
  await expect(changing).rejects.toBe(undone)
})
