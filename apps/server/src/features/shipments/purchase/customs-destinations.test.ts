import type { ErrorBody } from '@postroom/contract/errors'
import type { Shipment, ShipmentDraftInput } from '@postroom/contract/shipment'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aGiftToFrance } from '../../../testing/abroad.ts'
import { purchaseScene, type PurchaseScene } from '../../../testing/purchase-scene.ts'

let scene: PurchaseScene
beforeAll(async () => {
  scene = await purchaseScene(500_00)
})
afterAll(() => scene.close())

const { customs } = aGiftToFrance()
const address = { name: 'Cpl Owen Marsh', address1: '32 Engineer Regiment', city: 'BFPO' }
const FORCES = { ...address, postal_code: 'BF1 3AA', country: 'GB' }
const JERSEY = { ...address, city: 'St Helier', postal_code: 'JE2 4UE', country: 'JE' }
const GUERNSEY = { ...address, city: 'St Peter Port', postal_code: 'GY1 1AA', country: 'GG' }
const MAN = { ...address, city: 'Douglas', postal_code: 'IM1 1AA', country: 'IM' }
const BELFAST = { ...address, city: 'Belfast', postal_code: 'BT9 5EE', country: 'GB' }
const DUBLIN = { ...address, city: 'Dublin', postal_code: 'D02 AF30', country: 'IE' }

/** A small parcel of 1.2 kg, 2nd Class, with marmalade in it. */
const parcel = (to: ShipmentDraftInput['to'], change: Partial<ShipmentDraftInput> = {}) =>
  scene.buyer.draft({
    to,
    service: '2',
    options: [],
    parcels: [{ packaging: 'small_parcel', weight: { value: 1.2, units: 'KG' } }],
    customs,
    ...change,
  })

it.each([
  ['a parcel to the forces', FORCES, ['label', 'cn22', 'receipt'], 'within_cn22'],
  ['a parcel to Jersey', JERSEY, ['label', 'cn22', 'receipt'], 'within_cn22'],
  ['a parcel to Guernsey', GUERNSEY, ['label', 'cn22', 'receipt'], 'within_cn22'],
  ['a parcel to the Isle of Man', MAN, ['label', 'receipt'], 'domestic'],
  ['a parcel to Northern Ireland', BELFAST, ['label', 'receipt'], 'domestic'],
])('%s pays the domestic price and has its documents', async (what, to, types, reason) => {
  const answer = await scene.buyer.buy(`documents-${what.replaceAll(' ', '-')}`, parcel(to))
  expect(answer.statusCode, answer.body).toBe(200)
  const shipment = answer.json<Shipment>()
  expect(shipment.charges.total_charge).toBe(395)
  expect(shipment.docs.map(({ type, status }) => [type, status])).toEqual(
    types.map((type) => [type, type === 'receipt' ? 'pending' : 'ready']),
  )
  expect(shipment.customs_form.reason).toBe(reason)
})

it('a parcel from Northern Ireland to Ireland is declared, and needs no form', async () => {
  const draft = parcel(DUBLIN, { ...aGiftToFrance(), from: BELFAST, to: DUBLIN })
  const shipment = (await scene.buyer.buy('from-belfast-to-dublin', draft)).json<Shipment>()
  expect(shipment.customs_form).toEqual({ form: 'none', reason: 'northern_ireland_to_eu', invoice: false })
  expect(shipment.docs.map(({ type }) => type)).toEqual(['label', 'receipt'])
  const bare = await scene.buyer.buy('from-belfast-undeclared', { ...draft, customs: undefined })
  expect(bare.json<ErrorBody>().code).toBe('customs_items_missing')
})

it.each([
  ['to the forces without a declaration', FORCES, { customs: undefined }, 'customs_items_missing', []],
  ['to Jersey without a declaration', JERSEY, { customs: undefined }, 'customs_items_missing', []],
  [
    'to the forces without an HS code',
    FORCES,
    { customs: { contents_items: [{ ...customs!.contents_items![0]!, hs_code: '' }] } },
    'customs_invalid',
    ['customs.contents_items.0.hs_code required'],
  ],
] as const)('a parcel %s is refused, and nothing is paid', async (what, to, change, code, fields) => {
  const before = await scene.buyer.balance()
  const answer = await scene.buyer.buy(`refused-${what.replaceAll(' ', '-')}`, parcel(to, change as object))
  const error = answer.json<ErrorBody>()
  expect(error.code).toBe(code)
  expect((error.fields ?? []).map((row) => `${row.field} ${row.code}`)).toEqual(fields)
  expect(await scene.buyer.balance()).toBe(before)
})

it.each(['S', 'C', 'R'] as const)('a letter abroad declared as %s must list its goods', async (contents_type) => {
  const letter = {
    ...aGiftToFrance(),
    parcels: [{ packaging: 'large_letter' as const, weight: { value: 200 } }],
    customs: { contents_type },
  }
  const answer = await scene.buyer.buy(`letter-as-${contents_type}`, scene.buyer.draft(letter))
  expect(answer.json<ErrorBody>().code).toBe('customs_items_missing')
})
