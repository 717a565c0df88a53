import { describe, expect, it, test } from 'vitest'
import { customsFormFor, customsProblems, refuseCustoms, type CustomsFacts } from './customs-rules.ts'
import type { Customs, CustomsItem } from './customs.ts'
import type { Grams } from '../measures.ts'
import { toPence } from '../money.ts'

const g = (value: number) => value as Grams

/** A woollen scarf with every field that any country requires. */
const anItem = (change: Partial<CustomsItem> = {}): CustomsItem => ({
  description: 'Woollen scarf, knitted',
  quantity: 1,
  net_weight: g(300),
  value: toPence(40_00),
  hs_code: '611710',
  origin_country: 'GB',
  sku: 'SCARF-1',
  manufacturer_id: 'LB-77',
  ...change,
})

const aDeclaration = (change: Partial<Customs> = {}): Customs => ({
  contents_type: 'S',
  contents_description: '',
  items: [anItem()],
  company_EORI_number: '',
  customs_refnum_importer: '',
  booking_confirmation_number: '',
  eelpfc: '',
  invoice_number: '',
  ...change,
})

/** A parcel of 1,200 g to France, posted after every dated rule has begun. */
const facts = (change: Partial<CustomsFacts> = {}): CustomsFacts => ({
  packaging: 'parcel',
  weight: g(1200),
  country: 'FR',
  day: '2026-11-23',
  customs: aDeclaration(),
  ...change,
})

const declared = (change: Partial<Customs>, more: Partial<CustomsFacts> = {}) =>
  facts({ customs: aDeclaration(change), ...more })
const item = (change: Partial<CustomsItem>, type: Customs['contents_type'] = 'S', more: Partial<CustomsFacts> = {}) =>
  declared({ contents_type: type, items: [anItem(change)] }, more)

/** A British Forces Post Office: the country is GB, and so is the price. */
const FORCES = { country: 'GB', postal_code: 'BF1 3AA' }

const found = (given: CustomsFacts) => customsProblems(given).map(({ field, code }) => `${field}: ${code}`)
const LINE = 'customs.contents_items.0'

describe('accepts a complete declaration', () => {
  test.each<[string, CustomsFacts]>([
    ['sale of goods to France', facts()],
    ['any declaration inside the United Kingdom', item({ hs_code: 'x', description: 'gift' }, 'S', { country: 'IM' })],
    ['no customs items', declared({ contents_type: 'G', items: [] }, { packaging: 'letter' })],
    ['items as heavy as the parcel', item({ quantity: 4, net_weight: g(1200) })],
    ['documents without value, origin or code', item({ value: toPence(0), hs_code: '', origin_country: '' }, 'D')],
    ['a gift to Japan without code and origin', item({ hs_code: '', origin_country: '' }, 'G', { country: 'JP' })],
    ['an item worth two pence', item({ value: toPence(2) })],
    ['a hundred screws at a penny', item({ value: toPence(1), quantity: 100, net_weight: g(100) })],
    ['a vague word in a description that says more', item({ description: 'gift wrap, paper' })],
  ])('%s', (_case, given) => {
    expect(found(given)).toEqual([])
    expect(refuseCustoms(given)).toBeUndefined()
  })
})

describe('HS code', () => {
  test.each<[string, CustomsFacts, string[]]>([
    ['sale of goods anywhere', item({ hs_code: '' }, 'S', { country: 'JP' }), ['required']],
    ['commercial sample anywhere', item({ hs_code: '' }, 'C', { country: 'JP' }), ['required']],
    ['returned goods anywhere', item({ hs_code: '' }, 'R', { country: 'JP' }), ['required']],
    ['gift to the EU', item({ hs_code: '' }, 'G'), ['required']],
    ['gift to Réunion, which is in the customs union', item({ hs_code: '' }, 'G', { country: 'RE' }), ['required']],
    ['gift to the EU before March 2023', item({ hs_code: '' }, 'G', { day: '2023-02-28' }), []],
    ['gift to the EU from 1 March 2023', item({ hs_code: '' }, 'G', { day: '2023-03-01' }), ['required']],
    ['gift to Switzerland', item({ hs_code: '' }, 'G', { country: 'CH' }), []],
    ['gift to the forces', item({ hs_code: '' }, 'G', FORCES), ['required']],
    ['gift to Jersey', item({ hs_code: '' }, 'G', { country: 'JE' }), []],
    ['five digits', item({ hs_code: '61171' }), ['invalid_hs_code']],
    ['six digits', item({ hs_code: '611710' }), []],
    ['ten digits', item({ hs_code: '6117100000' }), []],
    ['eleven digits', item({ hs_code: '61171000000' }), ['invalid_hs_code']],
    ['a heading that does not exist', item({ hs_code: '990000' }), ['unknown_hs_heading']],
    ['a chapter that does not exist', item({ hs_code: '7701100000' }), ['unknown_hs_heading']],
    ['letters, also where none is needed', item({ hs_code: '61X710' }, 'G', { country: 'JP' }), ['invalid_hs_code']],
  ])('%s', (_case, given, codes) => {
    expect(found(given)).toEqual(codes.map((code) => `${LINE}.hs_code: ${code}`))
  })
})

describe('origin, article number and maker’s number', () => {
  test.each<[string, CustomsFacts, string[]]>([
    ['origin of sold goods', item({ origin_country: '' }, 'S', { country: 'JP' }), ['origin_country: required']],
    ['origin of a gift to the US', item({ origin_country: '' }, 'G', { country: 'US' }), ['origin_country: required']],
    ['origin of a gift to France', item({ origin_country: '' }, 'G'), []],
    ['an origin that is not a country', item({ origin_country: 'ZZ' }), ['origin_country: invalid_country']],
    ['sold to the EU on 31 October 2026', item({ sku: '', manufacturer_id: '' }, 'S', { day: '2026-10-31' }), []],
    [
      'sold to the EU on 1 November 2026',
      item({ sku: '', manufacturer_id: '' }, 'S', { day: '2026-11-01' }),
      ['sku: required', 'manufacturer_id: required'],
    ],
    ['a gift to the EU', item({ sku: '', manufacturer_id: '' }, 'G'), []],
    ['sold to the US', item({ sku: '', manufacturer_id: '' }, 'S', { country: 'US' }), []],
  ])('%s', (_case, given, problems) => {
    expect(found(given)).toEqual(problems.map((problem) => `${LINE}.${problem}`))
  })
})

test.each([
  'gift',
  ' GIFTS ',
  'Parts.',
  'clothes',
  'Samples',
  'goods',
  'Spare-parts',
  'Vêtements',
  'A gift for my mum',
  'New goods',
  '2 birthday presents',
  'Some spare parts',
  'Box of clothes',
  'Various household goods',
  'Gifts and samples',
  'Un cadeau pour mes amis',
  'Des vêtements neufs',
  'Boîte de marchandises',
  '12345',
  '...',
  'x',
])('rejects %j as a description', (description) => {
  expect(found(item({ description }))).toEqual([`${LINE}.description: description_too_vague`])
})

test.each([
  'Men’s cotton shirt',
  'Woollen scarf',
  'Brake parts for a bicycle',
  'Gift wrap, paper',
  'Wooden toy train',
  'Box of chocolates',
  'Baby clothes, cotton',
  'Chemise d’homme en coton',
  'Pièces de vélo en acier',
])('accepts %j as a description', (description) => {
  expect(found(item({ description }))).toEqual([])
})

test.each<[string, CustomsFacts]>([
  ['a value of 0', item({ value: toPence(0) })],
  ['a value of a penny', item({ value: toPence(1) })],
])('rejects %s', (_case, given) => {
  expect(found(given)).toEqual([`${LINE}.value: value_too_low`])
})

it('rejects items that weigh more than the parcel, at the heaviest item', () => {
  const items = [anItem({ net_weight: g(201) }), anItem({ net_weight: g(1000), quantity: 4 })]
  expect(found(declared({ items }))).toEqual(['customs.contents_items.1.weight.value: heavier_than_parcel'])
  expect(found(declared({ items, contents_type: 'D' }))).toHaveLength(1)
  expect(found(declared({ items }, { weight: g(1201) }))).toEqual([])
})

it('requires a description of “other” contents', () => {
  expect(found(declared({ contents_type: 'O' }))).toEqual(['customs.contents_description: required'])
  expect(found(declared({ contents_type: 'O', contents_description: 'Theatre props on loan' }))).toEqual([])
})

test.each<[string, boolean]>([
  ['GB123456789000', true],
  ['XI123456789000', true],
  ['GB123456789000123', true],
  ['GB12345678900', false],
  ['GB1234567890001', false],
  ['FR123456789000', false],
  ['123456789000', false],
])('EORI %s', (company_EORI_number, isRight) => {
  const problems = isRight ? [] : ['customs.company_EORI_number: invalid_eori']
  expect(found(declared({ company_EORI_number }))).toEqual(problems)
})

test.each<[string, string, number, string, string?]>([
  ['a valid number', 'IM3720000224', 135_00, 'FR'],
  ['above EUR 150', 'IM3720000224', 135_01, 'FR', 'ioss_not_usable'],
  ['outside the EU', 'IM3720000224', 40_00, 'NO', 'ioss_not_usable'],
  ['to Åland, outside the EU’s value added tax', 'IM3720000224', 40_00, 'AX', 'ioss_not_usable'],
  ['nine digits', 'IM372000022', 40_00, 'FR', 'invalid_ioss'],
  ['another kind of reference', 'VOEC 2024567', 40_00, 'NO'],
  ['a reference that begins with IM without a digit', 'IMP-2044', 40_00, 'US'],
])('IOSS: %s', (_case, customs_refnum_importer, pence, country, code) => {
  const given = declared({ customs_refnum_importer, items: [anItem({ value: toPence(pence) })] }, { country })
  expect(found(given)).toEqual(code ? [`customs.customs_refnum_importer: ${code}`] : [])
})

describe('refusals before money moves', () => {
  const none = { customs: aDeclaration({ contents_type: 'G', items: [] }) }
  const { customs: _none, ...withoutCustoms } = facts()
  const worth = (pence: number, type: Customs['contents_type'] = 'S') => item({ value: toPence(pence) }, type)
  test.each<[string, CustomsFacts, string | undefined]>([
    ['a parcel abroad without items (spec §5)', facts(none), 'customs_items_missing'],
    ['a parcel abroad without a declaration', withoutCustoms, 'customs_items_missing'],
    ['a tube abroad without items', facts({ ...none, packaging: 'tube' }), 'customs_items_missing'],
    ['documents in a parcel without items', declared({ contents_type: 'D', items: [] }), 'customs_items_missing'],
    ['a letter abroad without items', facts({ ...none, packaging: 'letter' }), undefined],
    ['a large letter abroad without items', facts({ ...none, packaging: 'large_letter' }), undefined],
    [
      'a letter with a vague description of its goods',
      item({ description: 'gift' }, 'G', { packaging: 'letter' }),
      'customs_invalid',
    ],
    ['a parcel within the country', facts({ ...none, country: 'GB' }), undefined],
    ['a parcel to Guernsey', facts({ ...none, country: 'GG' }), 'customs_items_missing'],
    ['a parcel to the forces', facts({ ...none, ...FORCES }), 'customs_items_missing'],
    ['a letter to the forces', facts({ ...none, ...FORCES, packaging: 'letter' }), undefined],
    ['a parcel to the Isle of Man', facts({ ...none, country: 'IM' }), undefined],
    ['a letter abroad declared as a sale', declared({ items: [] }, { packaging: 'letter' }), 'customs_items_missing'],
    [
      'a large letter abroad with a sample',
      declared({ contents_type: 'C', items: [] }, { packaging: 'large_letter' }),
      'customs_items_missing',
    ],
    ['a letter sold inside the country', declared({ items: [] }, { packaging: 'letter', country: 'GB' }), undefined],
    ['goods worth £2,000', worth(2000_00), undefined],
    ['goods worth £2,000.01', worth(2000_01), 'export_declaration_needed'],
    ['documents of any declared value', worth(2000_01, 'D'), undefined],
    ['one invalid field', item({ hs_code: '' }), 'customs_invalid'],
  ])('%s', (_case, given, code) => {
    expect(refuseCustoms(given)?.refusal.code).toBe(code)
  })

  it('name the invalid field', () => {
    expect(refuseCustoms(item({ hs_code: '', description: 'gift' }))?.refusal.details).toEqual({
      field: `${LINE}.description`,
      reason: 'description_too_vague',
      problems: 2,
    })
    expect(refuseCustoms(worth(2500_00))?.refusal.details).toEqual({ value: 250_000, limit: 200_000 })
  })
})

describe('the customs form of', () => {
  const worth = (pence: number, more: Partial<CustomsFacts> = {}) => item({ value: toPence(pence) }, 'G', more)
  const none = aDeclaration({ contents_type: 'G', items: [] })
  test.each<[string, CustomsFacts, string, string]>([
    ['goods worth £270', worth(270_00), 'cn22', 'within_cn22'],
    ['goods worth £270.01', worth(270_01), 'cn23', 'above_cn22_value'],
    ['two pieces of £135.01', item({ value: toPence(135_01), quantity: 2 }), 'cn23', 'above_cn22_value'],
    ['an item of 2 kg', worth(40_00, { weight: g(2000) }), 'cn22', 'within_cn22'],
    ['an item of 2,001 g', worth(40_00, { weight: g(2001) }), 'cn23', 'above_cn22_weight'],
    [
      'a list of six articles',
      declared({ items: Array.from({ length: 6 }, () => anItem()) }),
      'cn23',
      'above_cn22_room',
    ],
    [
      'an article in 150 characters',
      item({ description: 'a woollen scarf '.repeat(10).slice(0, 150) }),
      'cn23',
      'above_cn22_room',
    ],
    [
      'more reference numbers than the field holds',
      declared({ company_EORI_number: 'GB123456789000', eelpfc: 'x'.repeat(30) }),
      'cn23',
      'above_cn22_room',
    ],
    ['goods in a letter', worth(40_00, { packaging: 'letter', weight: g(90) }), 'cn22', 'within_cn22'],
    ['expensive goods in a large letter', worth(400_00, { packaging: 'large_letter' }), 'cn23', 'above_cn22_value'],
    ['a letter', facts({ packaging: 'letter', customs: none }), 'none', 'correspondence'],
    ['documents', declared({ contents_type: 'D' }), 'none', 'correspondence'],
    ['a parcel without customs items yet', facts({ customs: none }), 'none', 'items_missing'],
    [
      'a letter declared as a sale, without customs items yet',
      declared({ items: [] }, { packaging: 'letter' }),
      'none',
      'items_missing',
    ],
  ])('%s', (_case, given, form, reason) => {
    expect(customsFormFor(given)).toMatchObject({ form, reason, description: expect.stringMatching(/^[A-Z].*\.$/) })
  })
})

describe('the customs form by destination and sender, independent of postage zones', () => {
  const BELFAST = { sender: { country: 'GB', postal_code: 'BT1 5GS' } }
  test.each<[string, Partial<CustomsFacts>, string, string]>([
    ['England', { country: 'GB', postal_code: 'NW1 8LH' }, 'none', 'domestic'],
    ['a GB address without a postcode yet', { country: 'GB' }, 'none', 'domestic'],
    ['Scotland', { country: 'GB', postal_code: 'EH1 1YZ' }, 'none', 'domestic'],
    ['Great Britain to Northern Ireland', { country: 'GB', postal_code: 'BT9 5EE' }, 'none', 'domestic'],
    ['Northern Ireland to Great Britain', { country: 'GB', postal_code: 'NW1 8LH', ...BELFAST }, 'none', 'domestic'],
    ['Isle of Man', { country: 'IM', postal_code: 'IM1 1AA' }, 'none', 'domestic'],
    ['Jersey', { country: 'JE', postal_code: 'JE2 4UE' }, 'cn22', 'within_cn22'],
    ['Guernsey', { country: 'GG', postal_code: 'GY1 1AA' }, 'cn22', 'within_cn22'],
    ['BFPO', FORCES, 'cn22', 'within_cn22'],
    ['BFPO, a letter with goods', { ...FORCES, packaging: 'letter', weight: g(1000) }, 'cn22', 'within_cn22'],
    ['Northern Ireland to BFPO', { ...FORCES, ...BELFAST }, 'cn22', 'within_cn22'],
    ['Northern Ireland to Jersey', { country: 'JE', ...BELFAST }, 'cn22', 'within_cn22'],
    ['Northern Ireland to Ireland', { country: 'IE', ...BELFAST }, 'none', 'northern_ireland_to_eu'],
    ['Northern Ireland to Switzerland', { country: 'CH', ...BELFAST }, 'cn22', 'within_cn22'],
    ['England to Ireland', { country: 'IE' }, 'cn22', 'within_cn22'],
  ])('%s', (_case, route, form, reason) => {
    expect(customsFormFor(facts(route))).toMatchObject({ form, reason })
  })

  it('is a CN23 for goods above £270 to the forces', () => {
    expect(customsFormFor(item({ value: toPence(270_01) }, 'G', FORCES))).toMatchObject({ form: 'cn23' })
  })

  it('is not needed from Northern Ireland to the European Union, where a parcel still needs customs items (spec §5)', () => {
    const none = { customs: aDeclaration({ items: [] }) }
    expect(refuseCustoms(facts({ ...none, ...BELFAST, country: 'IE' }))?.refusal.code).toBe('customs_items_missing')
  })
})
