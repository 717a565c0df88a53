import type { Shipment } from '@postroom/contract/shipment'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setSandboxSwitch } from '../../carriers/sandbox/sandbox.store.ts'
import { asOwner } from '../../testing/test-database.ts'
import { aBuyer, PRICE, purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'

let scene: PurchaseScene
let bought: string
let open: string
let waiting: Buyer
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  bought = (await scene.buyer.buy('rights-of-the-role')).json<Shipment>().id
  await setSandboxSwitch(scene.context.db, { call: 'purchase', answer: 'failing', delay_ms: 0, remaining: 1 })
  waiting = await aBuyer(scene, PRICE)
  open = (await waiting.buy('open-for-ever')).json<{ id: string }>().id
})
afterAll(() => scene.close())

it.each([
  `update account set balance = balance + 1`,
  `insert into account (id) values ('cust:mine')`,
  `update transfer set amount = 1`,
  `delete from transfer`,
  `insert into transfer (kind, debit, credit, amount) values ('topup', 'bank', 'vat', 1)`,
  `delete from purchase_event`,
  `insert into purchase_event values (gen_random_uuid(), 1, null, 'AUTHORISED')`,
  `update purchase set amount = 1`,
  `update purchase set own_fees = 1`,
  `update carrier_account set pricing = 'franking'`,
  `update purchase set organisation_id = gen_random_uuid()`,
  `update purchase set draft = '{}'`,
  `delete from purchase`,
  `delete from document`,
  `delete from void_request`,
  `update void_request set asked_at = clock_timestamp()`,
  `alter table transfer disable trigger all`,
])('the application may not: %s', async (statement) => {
  await expect(scene.database.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
})

const move = (kind: string, to: string, amount: number) =>
  `select post('{open}', '${kind}', 'held:{waiting}', '${to}', ${amount})`

const BACK = `select post('{bought}', 'refund', 'carrier:RM', 'cust:{account}', ${PRICE})`

it.each([
  [`update transfer set amount = 1`, 'append only'],
  [`delete from transfer`, 'append only'],
  [`truncate transfer cascade`, 'append only'],
  [`update purchase_event set seq = 9`, 'append only'],
  [`update document set sha256 = 'other' where type = 'label'`, 'append only'],
  [
    `insert into void_request (purchase_id, n, cancellation_reason, asked_by)
       select id, 1, 'Torn', created_by from purchase where id = '{bought}';
     update void_request set cancellation_reason = 'Another'`,
    'append only',
  ],
  [`select post(null, 'hold', 'cust:{account}', 'held:{account}', 1)`, 'purchase_unless_topup'],
  [`select post('{bought}', 'hold', 'cust:{account}', 'held:{account}', 1)`, 'one_hold'],
  [`select post('{bought}', 'release', 'carrier:RM', 'cust:{account}', 1)`, 'movement_allowed'],
  [`select post('{bought}', 'release', 'held:{account}', 'cust:{account}', 1)`, 'balance_not_below_floor'],
  [move('capture', 'carrier:RM', PRICE - 1), 'not resolved to the penny'],
  [move('fee', 'revenue:fees', 1), 'not resolved to the penny'],
  [`${move('capture', 'carrier:RM', PRICE - 1)}; ${move('release', 'cust:{waiting}', 1)}`, 'not resolved to the penny'],
  [`${move('fee', 'revenue:fees', 1)}; ${move('release', 'cust:{waiting}', PRICE - 1)}`, 'not resolved to the penny'],
  [`${move('fee', 'revenue:fees', 1)}; ${move('fee', 'revenue:fees', 1)}`, 'one_fee'],
  [move('fee', 'carrier:RM', 1), 'movement_allowed'],
  [`select post('{bought}', 'refund', 'carrier:RM', 'cust:{account}', ${PRICE - 1})`, 'not given back to the penny'],
  [`select post('{bought}', 'refund', 'carrier:RM', 'cust:{waiting}', ${PRICE})`, 'not given back to the penny'],
  [`select post('{bought}', 'fee_refund', 'revenue:fees', 'cust:{account}', 1)`, 'not given back to the penny'],
  [`select post('{open}', 'refund', 'carrier:RM', 'cust:{waiting}', ${PRICE})`, 'not given back to the penny'],
  [`select post('{bought}', 'refund', 'revenue:fees', 'cust:{account}', ${PRICE})`, 'movement_allowed'],
  [`${BACK}; ${BACK}`, 'one_refund'],
  [`update purchase set own_fees = amount`, 'own_fees_below_amount'],
  [`update purchase set state = 'AUTHORISED' where id = '{bought}'`, 'number_when_bought'],
  [`update purchase set state = 'VOIDED' where id = '{bought}'`, 'step_allowed'],
])('no role may: %s (%s)', async (statement, guard) => {
  const filled = statement
    .replaceAll('{account}', scene.buyer.account)
    .replaceAll('{bought}', bought)
    .replaceAll('{open}', open)
    .replaceAll('{waiting}', waiting.account)
  await expect(asOwner(scene.database.url, filled)).rejects.toThrow(guard)
})
