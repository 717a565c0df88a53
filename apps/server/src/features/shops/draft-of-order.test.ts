import { addressTextSchema, postalAddressSchema } from '@postroom/contract/address'
import type { SendingRule } from '@postroom/domain/sending-rules/sending-rule'
import { expect, it, test } from 'vitest'
import type { SeenOrder } from '../../shops/shop-port.ts'
import { draftOfOrder } from './draft-of-order.ts'

const TO = { name: 'Ada Byron', address1: '1 High Street', city: 'Cardiff', postal_code: 'CF10 5AL', country: 'GB' }
const NOTEBOOK = { description: 'Notebook', quantity: 1, sku: '', hs_code: '', origin_country: '' }

interface Ordered {
  number?: string
  to?: Partial<Record<string, string>>
  goods?: Record<string, unknown>[]
  rules?: SendingRule[]
}

/** The shipment that is prepared for an order. */
function prepared({ number = '#1001', to = {}, goods = [], rules = [] }: Ordered = {}) {
  const order: SeenOrder = {
    id: '1',
    number,
    modified_at: new Date(0),
    state: 'unshipped',
    to: { ...addressTextSchema.parse({}), ...TO, ...to },
    goods: goods.map((one) => ({ ...NOTEBOOK, ...one })),
  }
  return draftOfOrder(order, { shop_id: 'a shop', from: postalAddressSchema.parse(TO), rules, today: '2026-11-20' })
}
const abroad = (goods: Record<string, unknown>[]) => prepared({ to: { country: 'FR', postal_code: '75001' }, goods })

it('prepares one parcel at home, with the number of the order as its reference', () => {
  const { draft, problems } = prepared({ number: '1'.repeat(25), goods: [{ weight: 120, value: 5_00, quantity: 2 }] })
  expect(problems).toEqual([])
  expect(draft).toMatchObject({
    shipping_date: '2026-11-20',
    references: ['1'.repeat(20)],
    costcenter: [],
    options: [],
    parcels: [{ number: 1, weight: { value: 240, units: 'G' } }],
  })
  expect(draft.parcels).toHaveLength(1)
  expect(draft).not.toHaveProperty('customs')
  expect(draft).not.toHaveProperty('service')
})

test.each<[string, Record<string, unknown>[], object]>([
  ['nothing of no goods but that they are worth nothing', [], { value: 0 }],
  [
    'the sums of all pieces',
    [
      { weight: 100, value: 1_00, quantity: 3 },
      { weight: 50, value: 2_00 },
    ],
    { weight: 350, value: 5_00 },
  ],
  ['no weight where one is not known', [{ weight: 100, value: 1_00 }, { value: 1_00 }], { value: 2_00 }],
  ['no value where one is not known', [{ weight: 100, value: 1_00 }, { weight: 1 }], { weight: 101 }],
  ['no weight of zero', [{ weight: 0, value: 1_00 }], { value: 1_00 }],
  ['one gram', [{ weight: 1, value: 1_00 }], { weight: 1, value: 1_00 }],
  ['up to 100 kg', [{ weight: 100_000, value: 0 }], { weight: 100_000, value: 0 }],
  ['not more than 100 kg', [{ weight: 100_001, value: 0 }], { value: 0 }],
  ['up to a million pounds', [{ weight: 1, value: 1_000_000_00 }], { weight: 1, value: 1_000_000_00 }],
  ['not more than a million pounds', [{ weight: 1, value: 1_000_000_01 }], { weight: 1 }],
])('knows of an order %s', (_case, goods, facts) =>
  expect(prepared({ goods }).facts).toEqual({ shop_id: 'a shop', country: 'GB', ...facts }),
)

test.each<[string, Partial<Record<string, string>>, string[], object]>([
  ['a country that is not known', { country: 'XX' }, ['country_unknown'], { country: 'XX' }],
  ['an address that is not complete', { address1: '' }, ['address_invalid'], { address1: '' }],
  ['a name of 200 characters', { name: 'N'.repeat(200) }, ['text_shortened'], {}],
  ['a wrong e-mail address', { email: 'nobody' }, [], { email: '' }],
  ['a right e-mail address', { email: 'ada@example.com' }, [], { email: 'ada@example.com' }],
  ['a telephone number that is too long', { phone1: '1'.repeat(90) }, [], {}],
])('names as a problem, or leaves out: %s', (_case, to, problems, kept) => {
  const found = prepared({ to })
  expect(found.problems).toEqual(problems)
  expect(found.draft.to).toMatchObject(kept)
})

it('keeps as much of a name as an address holds', () => {
  const { name } = prepared({ to: { name: 'N'.repeat(200) } }).draft.to
  expect(addressTextSchema.shape.name.safeParse(name).success).toBe(true)
  expect(addressTextSchema.shape.name.safeParse(`${name}N`).success).toBe(false)
})

const WHOLE = { weight: 100, value: 1_00 }

test.each<[string, Record<string, unknown>[], string[], number]>([
  ['whole goods', [WHOLE, WHOLE], [], 2],
  ['goods in another currency', [WHOLE, { weight: 100 }], ['currency'], 1],
  ['goods without a weight', [WHOLE, { value: 1_00 }], ['goods_incomplete'], 1],
  ['20 goods', Array.from({ length: 20 }, () => WHOLE), [], 20],
  ['21 goods', Array.from({ length: 21 }, () => WHOLE), ['too_many_goods'], 20],
])('declares abroad %s', (_case, goods, problems, declared) => {
  const found = abroad(goods)
  expect(found.problems).toEqual(problems)
  expect(found.draft.customs).toMatchObject({ contents_type: 'S' })
  expect(found.draft.customs!.contents_items).toHaveLength(declared)
})

test.each<[string, Record<string, unknown>, object]>([
  ['at most 100 characters of a description', { description: 'd'.repeat(101) }, { description: 'd'.repeat(100) }],
  ['at most 35 characters of a SKU', { sku: 's'.repeat(36) }, { sku: 's'.repeat(35) }],
  ['a country of origin', { origin_country: 'FR' }, { origin_country: 'FR' }],
  ['no country of origin that is no code', { origin_country: 'France' }, { origin_country: '' }],
  ['a tariff number', { hs_code: '4820.10' }, { hs_code: '482010' }],
  ['no tariff number that is none', { hs_code: 'paper' }, { hs_code: '' }],
  ['no tariff number of 15 digits', { hs_code: '1'.repeat(15) }, { hs_code: '' }],
])('declares %s', (_case, goods, declared) =>
  expect(abroad([{ ...WHOLE, ...goods }]).draft.customs!.contents_items[0]).toMatchObject(declared),
)

it('sends by the first rule that fits, with its compensation', () => {
  const rule: SendingRule = { destination: 'uk', service: 'SD', compensation_gbp: 1000 }
  const abroadOnly: SendingRule = { destination: 'abroad', service: 'IT' }
  const { service, options } = prepared({ goods: [WHOLE], rules: [abroadOnly, rule] }).draft
  expect(service).toBe('SD')
  expect(options).toEqual([{ code: 'special_delivery', fields: { compensation: { value: 1000 } } }])
})
