import { describe, expect, it } from 'vitest'
import { emptyCustoms, emptyCustomsItem, type CustomsForm } from './customs-form.ts'
import { askedByCustoms, customsOutcome, customsRefusals } from './customs-refusals.ts'

const book = { ...emptyCustomsItem(), description: 'Hardback book', weight: '900g', value: '25.00', hs_code: '4901.99' }
const gift: CustomsForm = { ...emptyCustoms(), contents_items: [book] }
const form = {
  country: 'FR',
  packaging: 'parcel' as const,
  weight: '1.2kg',
  shipping_date: '2026-11-23',
  has_goods: false,
  customs: gift,
}
const sale = (change: Partial<typeof book> = {}): CustomsForm => ({
  ...gift,
  contents_type: 'S',
  contents_items: [{ ...book, origin_country: 'GB', ...change }],
})
const refusals = (change: Partial<typeof form>) =>
  customsRefusals({ ...form, ...change }).map(({ field, code }) => `${field.replace('customs.', '')} ${code}`)

describe('reports each field that customs would refuse', () => {
  it.each<[string, Partial<typeof form>, string[]]>([
    ['nothing for a complete gift to France', {}, []],
    ['nothing for an inland parcel', { country: 'GB', customs: emptyCustoms() }, []],
    [
      'a parcel abroad without its contents (spec §5)',
      { customs: emptyCustoms() },
      [
        'contents_items.0.description required',
        'contents_items.0.weight required',
        'contents_items.0.value required',
        'contents_items.0.hs_code required',
      ],
    ],
    [
      'an unreadable value as invalid, not as missing',
      { customs: { ...gift, contents_items: [{ ...book, quantity: 'two', weight: 'light', value: 'cheap' }] } },
      [
        'contents_items.0.quantity invalid_type',
        'contents_items.0.weight invalid_weight',
        'contents_items.0.value invalid_amount',
      ],
    ],
    [
      'an item by the customs rules before it is complete',
      { customs: { ...gift, contents_items: [{ ...book, description: 'gift', value: '' }] } },
      ['contents_items.0.value required', 'contents_items.0.description description_too_vague'],
    ],
    ['items heavier than the parcel', { weight: '800g' }, ['contents_items.0.weight heavier_than_parcel']],
    [
      'contents type Other without a description',
      { customs: { ...gift, contents_type: 'O' } },
      ['contents_description required'],
    ],
    [
      'a wrong EORI number',
      { customs: { ...gift, company_EORI_number: 'GB12' } },
      ['company_EORI_number invalid_eori'],
    ],
    [
      'nothing for documents without a value',
      { customs: { ...gift, contents_type: 'D', contents_items: [{ ...book, value: '' }] } },
      [],
    ],
  ])('%s', (_case, change, found) => expect(refusals(change)).toEqual(found))
})

const asked = (change: object) => [...askedByCustoms({ ...form, ...change })].map((name) => name.split('.').at(-1))

describe('lists the fields customs ask for, filled in or not', () => {
  it.each([
    ['a gift to France', {}, ['hs_code']],
    ['a gift to the United States', { country: 'US' }, ['origin_country']],
    ['a sale to the United States', { country: 'US', customs: sale() }, ['hs_code', 'origin_country']],
    ['a sale to France', { customs: sale() }, ['hs_code', 'origin_country', 'sku', 'manufacturer_id']],
    ['a sale to Japan', { country: 'JP', customs: sale() }, ['hs_code', 'origin_country']],
    ['a letter without goods', { packaging: 'letter' }, []],
  ])('%s', (_case, change, fields) => expect(asked(change)).toEqual(fields))
})

describe('names the form that will be made', () => {
  it.each([
    ['a gift of £25', {}, { form: 'cn22', reason: 'within_cn22' }],
    ['a sale of £400', { customs: sale({ value: '400' }) }, { form: 'cn23', reason: 'above_cn22_value' }],
    ['a parcel of 3 kg', { packaging: 'parcel_heavy', weight: '3kg' }, { form: 'cn23', reason: 'above_cn22_weight' }],
    ['nothing declared yet', { customs: emptyCustoms() }, { form: 'none', reason: 'items_missing' }],
    ['no weight yet', { packaging: 'parcel_heavy', weight: '' }, { form: 'none', reason: 'items_missing' }],
    ['a letter', { packaging: 'letter', weight: '50g' }, { form: 'none', reason: 'correspondence' }],
    [
      'a letter with goods',
      { packaging: 'large_letter', weight: '750g', has_goods: true },
      { form: 'cn22', reason: 'within_cn22' },
    ],
    ['goods of £2,000.01', { customs: sale({ value: '2000.01' }) }, { refusal: 'export_declaration_needed' }],
  ])('%s', (_case, change, outcome) =>
    expect(customsOutcome({ ...form, ...change } as typeof form)).toMatchObject(outcome),
  )
})
