import type { ErrorBody } from '@postroom/contract/errors'
import type { Shipment, ShipmentDraftInput } from '@postroom/contract/shipment'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aGiftToFrance, aSaleToAmerica } from '../../../testing/abroad.ts'
import { purchaseScene, type PurchaseScene } from '../../../testing/purchase-scene.ts'
import { brokenInvariants } from '../../ledger/invariants.store.ts'

let scene: PurchaseScene
beforeAll(async () => {
  scene = await purchaseScene(500_00)
})
afterAll(async () => {
  expect(await brokenInvariants(scene.context.db)).toEqual([])
  await scene.close()
})

async function bought(key: string, change: Partial<ShipmentDraftInput>, test = false): Promise<Shipment> {
  const answer = await scene.buyer.buy(key, scene.buyer.draft(change), { test })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Shipment>()
}

async function textOf(url: string): Promise<Buffer> {
  const { pathname, search } = new URL(url)
  const answer = await scene.app.inject({ method: 'GET', url: pathname + search })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

const printed = ({ docs }: Shipment) => docs.filter(({ type }) => type !== 'receipt')

const aLetterAbroad = (): Partial<ShipmentDraftInput> => ({
  ...aGiftToFrance(),
  parcels: [{ packaging: 'large_letter', weight: { value: 200, units: 'G' } }],
  customs: undefined,
})

/** More words than a CN 22 has lines for. */
const aGiftOfManyWords = (): Partial<ShipmentDraftInput> => {
  const gift = aGiftToFrance()
  const items = gift.customs?.contents_items?.map((item) => ({
    ...item,
    description: 'Orange marmalade with ginger in jars of glass, each in a box of its own',
    weight: { value: 200, units: 'G' as const },
  }))
  return { ...gift, customs: { ...gift.customs!, contents_items: [...items!, ...items!] } }
}

it.each([
  // item, documents in order, form and reason
  ['a 1.2 kg gift to France', aGiftToFrance(), ['label', 'cn22', 'receipt'], 'cn22', 'within_cn22'],
  ['a gift described at length', aGiftOfManyWords(), ['label', 'cn23', 'receipt'], 'cn23', 'above_cn22_room'],
  ['a £400 sale to the US', aSaleToAmerica(), ['label', 'cn23', 'invoice', 'receipt'], 'cn23', 'above_cn22_value'],
  ['a letter to France', aLetterAbroad(), ['label', 'receipt'], 'none', 'correspondence'],
  ['an item at home', {}, ['label', 'receipt'], 'none', 'domestic'],
] as const)(
  '%s has its documents, each drawn once it is fetched, and gives the reason for its form',
  async (what, change, types, form, reason) => {
    const shipment = await bought(`documents-of-${what.replaceAll(/\W/g, '-')}`, change)
    expect(shipment.docs.map((doc) => [doc.type, doc.status])).toEqual(
      types.map((type) => [type, type === 'receipt' ? 'pending' : 'ready']),
    )
    expect(shipment.customs_form).toEqual({ form, reason, invoice: (types as readonly string[]).includes('invoice') })
    for (const { url } of shipment.docs) expect((await textOf(url)).subarray(0, 5).toString()).toBe('%PDF-')
    const shown = (await scene.buyer.get(`/stamp/v1/shipment/${shipment.id}`)).json<Shipment>()
    for (const doc of shown.docs) {
      expect([doc.pages, doc.status]).toEqual([1, 'ready'])
      expect([doc.width_mm, doc.height_mm]).toEqual(doc.type === 'label' ? [101.6, 152.4] : [210, 297])
    }
    expect(shown.docs.map(({ sha256 }) => sha256).slice(0, -1)).toEqual(printed(shipment).map(({ sha256 }) => sha256))
  },
)

it('a test print of a parcel abroad has a label and a form, and no receipt', async () => {
  const shipment = await bought('documents-of-a-test', aGiftToFrance(), true)
  expect(shipment.docs.map((doc) => [doc.type, doc.status])).toEqual([
    ['label', 'ready'],
    ['cn22', 'ready'],
  ])
})

it('the shipment names its contents (spec §3)', async () => {
  const gift = await bought('says-what-it-is', aSaleToAmerica())
  expect(gift.meta_data).toMatchObject({
    is_tube: false,
    is_surcharge: false,
    country: 'US',
    quantity: 1,
    ERA: '',
    slogan: '',
    tracking_service: 'IT',
    tracking_type: 'full',
    avery_label_location: [],
    label_name: '',
  })
  expect(gift.customs).toMatchObject({ currency: 'GBP', contents_type: 'S', contents_items: [{ value: 400_00 }] })
  const tube = await bought('says-it-is-a-tube', {
    parcels: [{ packaging: 'tube', weight: { value: 300 }, dim: { length: 40, width: 6, height: 6 } }],
  })
  expect(tube.meta_data).toMatchObject({ is_tube: true, tracking_service: '', tracking_type: 'none' })
  const typed = await bought('says-it-is-a-surcharge', {
    service: 'frank_pay',
    options: [{ code: 'surcharge', fields: { amount: { value: 60 } } }],
  })
  expect(typed.meta_data.is_surcharge).toBe(true)
})

const gift = aGiftToFrance()
const item = gift.customs!.contents_items![0]!
const withCustoms = (change: object) => ({ ...gift, customs: { ...gift.customs, ...change } })
const withItem = (change: object) => withCustoms({ contents_items: [{ ...item, ...change }] })
const onSheet = (label_name: string, ...places: [number, number][]) => ({
  label: { size: 'A4' as const },
  meta_data: { label_name, avery_label_location: places.map(([index, row]) => ({ index, row })) },
})
const WIDE = 'W'.repeat(80)
const wideAddress = {
  name: WIDE,
  company_name: WIDE.slice(0, 64),
  address1: WIDE,
  address2: WIDE,
  address3: WIDE,
  city: 'London',
  postal_code: 'NW1 8LH',
}

it.each([
  // rule, change to the draft, code, fields or details
  ['no customs items', { ...gift, customs: undefined }, 'customs_items_missing', {}],
  ['a vague description', withItem({ description: 'Gift' }), 'customs_invalid', 'customs.contents_items.0.description'],
  ['a value of zero', withItem({ value: 0 }), 'customs_invalid', 'customs.contents_items.0.value'],
  ['a wrong EORI', withCustoms({ company_EORI_number: 'GB1' }), 'customs_invalid', 'customs.company_EORI_number'],
  ['more than £2,000', withItem({ value: 1000_01 }), 'export_declaration_needed', {}],
  ['an unknown sheet', onSheet('L0000'), 'label_stock_unknown', {}],
  ['a place off the sheet', onSheet('L7163', [5, 0]), 'label_position_invalid', {}],
  ['one place used twice', onSheet('L7163', [0, 0], [0, 0]), 'label_position_invalid', {}],
  ['an address too long for its document', { to: wideAddress }, 'text_does_not_fit', { document: 'label' }],
  [
    'a return address of seven lines',
    { meta_data: { ERA: 'a\nb\nc\nd\ne\nf\ng' } },
    'text_does_not_fit',
    { document: 'label', block: 'return address' },
  ],
  ['emoji in a slogan', { meta_data: { slogan: '🎁' } }, 'character_not_printable', 'meta_data.slogan'],
  ['kanji in the return address', { meta_data: { ERA: 'a\nb漢' } }, 'character_not_printable', 'meta_data.ERA'],
  [
    'kanji in a description',
    withItem({ description: '漢字の本' }),
    'character_not_printable',
    'customs.contents_items.0.description',
  ],
  ['kanji in an article number', withItem({ sku: '漢' }), 'character_not_printable', 'customs.contents_items.0.sku'],
] as const)('refuses %s before money moves', async (rule, change, code, expected) => {
  const before = await scene.buyer.balance()
  const answer = await scene.buyer.buy(`refused-${rule.replaceAll(/\W/g, '-')}`, scene.buyer.draft(change))
  const error = answer.json<ErrorBody>()
  expect([answer.statusCode, error.code], answer.body).toEqual([422, code])
  if (typeof expected === 'string') expect(error.fields?.map(({ field }) => field)).toEqual([expected])
  else expect(error.details ?? {}).toMatchObject(expected)
  expect(await scene.buyer.balance()).toBe(before)
})
