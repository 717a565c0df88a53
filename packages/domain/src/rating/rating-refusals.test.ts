import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Millimetres } from '../measures.ts'
import { toPence } from '../money.ts'
import { PACKAGING_CODES } from '../catalogue/packaging.ts'
import { FRIDAY, mm, option, rateOn, refusalOf, type Change } from '../testing/rating-scene.ts'

const abroad = (packaging: NonNullable<Change['packaging']>, more: Change = {}): Change => ({
  packaging,
  country: 'FR',
  options: option('international_standard'),
  ...more,
})

const is = (code: string, details: unknown = expect.anything()): unknown => ({ code, details })

test.each([
  // sides in any order          Special Delivery needs at least 100 × 70 mm
  [[100, 70, 1], 'quoted'],
  [[1, 70, 100], 'quoted'],
  [[70, 1, 100], 'quoted'],
  [[99, 70, 1], 'refused'],
  [[1, 70, 99], 'refused'],
  [[100, 69, 1], 'refused'],
  [[1, 69, 100], 'refused'],
  [[69, 100, 1], 'refused'],
] as const)('an item of %j mm by Special Delivery is %s', ([a, b, c], expected) => {
  const answer = rateOn({ sides: mm(a, b, c), options: option('special_delivery') })
  if (!answer.ok) throw new Error(answer.refusal.code)
  const refused = answer.unavailable.find(({ service }) => service === 'SD')
  expect(answer.quotes.some(({ service }) => service.code === 'SD')).toBe(expected === 'quoted')
  if (expected === 'refused')
    expect(refused).toMatchObject({ code: 'service_not_available', details: { smallest: '100 × 70' } })
})

test.each<[string, Change, unknown]>([
  // destinations
  ['France', abroad('letter'), 'quoted'],
  ['Guernsey', { country: 'GG' }, 'quoted'],
  ['Isle of Man', { country: 'IM' }, 'quoted'],
  ['a country that does not exist', { country: 'ZZ' }, is('destination_not_available', { country: 'ZZ' })],
  [
    'Russia',
    abroad('letter', { country: 'RU' }),
    is('destination_suspended', containing({ country: 'RU', from: '2022-03-04' })),
  ],
  ['Belarus', abroad('letter', { country: 'BY' }), is('destination_suspended')],
  // posting days
  ['yesterday', { day: '2026-11-19' }, is('shipping_date_out_of_range', { first: FRIDAY, last: '2026-11-27' })],
  ['in seven days', { day: '2026-11-27' }, 'quoted'],
  ['in eight days', { day: '2026-11-28' }, is('shipping_date_out_of_range')],
  // options
  [
    'conflicting options',
    { options: [...option('signed_for'), ...option('special_delivery')] },
    is('option_not_allowed', { options: 'signed_for, special_delivery' }),
  ],
  ['one option twice', { options: [...option('signed_for'), ...option('signed_for')] }, is('option_not_allowed')],
  [
    'two entered amounts',
    { options: [...option('frank_pay', { amount: toPence(1) }), ...option('surcharge', { amount: toPence(1) })] },
    is('option_not_allowed'),
  ],
  ['collection without a price for it', { with_pickup: true }, is('pickup_not_available', {})],
  ['collection with a price', { with_pickup: true, pickup_fee: 350 }, 'quoted'],
  // formats
  [
    'a letter of 101 g',
    { weight: 101 },
    is('packaging_too_heavy', {
      packaging: 'letter',
      limit_g: 100,
      weight_g: 101,
      fits: 'large_letter',
      total_charge: 190,
    }),
  ],
  [
    'a large letter of 751 g',
    { packaging: 'large_letter', weight: 751 },
    is('packaging_too_heavy', containing({ limit_g: 750, fits: 'small_parcel', total_charge: 395 })),
  ],
  ['a tracked large letter of 1 kg', { packaging: 'large_letter', weight: 1000, options: option('tracked') }, 'quoted'],
  [
    'a tracked large letter of 1001 g',
    { packaging: 'large_letter', weight: 1001, options: option('tracked') },
    is('packaging_too_heavy', containing({ limit_g: 1000, fits: 'small_parcel', total_charge: 365 })),
  ],
  [
    'a parcel of 20001 g',
    { packaging: 'medium_parcel', weight: 20_001 },
    is('packaging_too_heavy', { packaging: 'medium_parcel', limit_g: 20_000, weight_g: 20_001 }),
  ],
  ['a letter of the largest size, turned', { sides: mm(5, 240, 165) }, 'quoted'],
  [
    'a letter 1 mm too thick',
    { sides: mm(240, 165, 6) },
    is('packaging_too_large', {
      packaging: 'letter',
      limit_mm: 5,
      value_mm: 6,
      fits: 'large_letter',
      total_charge: 155,
    }),
  ],
  [
    'a parcel too large for every format',
    { packaging: 'medium_parcel', sides: mm(611, 100, 100) },
    is('packaging_too_large', { packaging: 'medium_parcel', limit_mm: 610, value_mm: 611 }),
  ],
  // tubes
  ['a tube without size', { packaging: 'tube' }, is('size_required', { packaging: 'tube' })],
  ['a tube of 900 × 70', { packaging: 'tube', sides: mm(900, 70, 70) }, 'quoted'],
  ['a tube of 900 × 70 to France', abroad('tube', { sides: mm(900, 70, 70) }), 'quoted'],
  [
    'a tube of 901',
    { packaging: 'tube', sides: mm(901, 50, 50) },
    is('tube_too_large', { packaging: 'tube', measure: 'length', limit_mm: 900, value_mm: 901 }),
  ],
  [
    'a tube of 900 × 71',
    { packaging: 'tube', sides: mm(900, 71, 71) },
    is('tube_too_large', containing({ measure: 'length_and_two_diameters', limit_mm: 1040, value_mm: 1042 })),
  ],
  [
    'a tube of 20001 g',
    { packaging: 'tube', weight: 20_001, sides: mm(300, 50, 50) },
    is('packaging_too_heavy', containing({ limit_g: 20_000, weight_g: 20_001 })),
  ],
  [
    'a tube of 2001 g to France',
    abroad('tube', { weight: 2001, sides: mm(300, 50, 50) }),
    is('packaging_too_heavy', containing({ limit_g: 2000, weight_g: 2001, fits: 'parcel_heavy' })),
  ],
  // domestic formats abroad, and the reverse
  [
    'a small parcel to France',
    abroad('small_parcel'),
    is('packaging_not_for_destination', {
      packaging: 'small_parcel',
      country: 'FR',
      fits: 'parcel',
      total_charge: 660,
    }),
  ],
  [
    'a thin small parcel to France',
    abroad('small_parcel', { sides: mm(200, 100, 5) }),
    is('packaging_not_for_destination', containing({ fits: 'letter', total_charge: 360 })),
  ],
  [
    'a parcel (the format for abroad) to Jersey',
    { packaging: 'parcel', country: 'JE' },
    is('packaging_not_for_destination'),
  ],
  ['a tracked large letter abroad of 751 g', abroad('large_letter', { weight: 751 }), is('packaging_too_heavy')],
  ['a parcel abroad of 600 × 200 × 100', abroad('parcel', { sides: mm(100, 600, 200) }), 'quoted'],
  [
    'a parcel abroad with 1 mm more in the sum of its sides',
    abroad('parcel', { sides: mm(101, 600, 200) }),
    is('packaging_too_large', {
      packaging: 'parcel',
      measure: 'sum_of_sides',
      limit_mm: 900,
      value_mm: 901,
      fits: 'parcel_heavy',
    }),
  ],
  [
    'a parcel abroad with a side of 601',
    abroad('parcel', { sides: mm(601, 10, 10) }),
    is('packaging_too_large', containing({ limit_mm: 600, value_mm: 601, fits: 'parcel_heavy' })),
  ],
  [
    'a parcel abroad of 2001 g, with the price as a heavier parcel',
    abroad('parcel', { weight: 2001, country: 'US', options: option('international_tracked_heavier') }),
    is('packaging_too_heavy', containing({ fits: 'parcel_heavy', total_charge: 3390 })),
  ],
])('%s', (_rule, change, expected) => expect(refusalOf(change)).toEqual(expected))

test('accepts the sides in any order', () => {
  const side = fc.integer({ min: 1, max: 950 }) as fc.Arbitrary<Millimetres>
  fc.assert(
    fc.property(
      fc.tuple(side, side, side),
      fc.constantFrom(...PACKAGING_CODES),
      fc.constantFrom('GB', 'FR'),
      ([a, b, c], packaging, country) => {
        const change = { packaging, country, options: country === 'GB' ? [] : option('international_standard') }
        expect(refusalOf({ ...change, sides: [c, a, b] })).toEqual(refusalOf({ ...change, sides: [a, b, c] }))
      },
    ),
  )
})

test('a refusal names the actual price of the format that fits', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20_000 }),
      fc.constantFrom(...PACKAGING_CODES),
      fc.constantFrom([], option('tracked'), option('special_delivery')),
      (weight, packaging, options) => {
        const change = { weight, packaging, options, sides: mm(100, 100, 20) }
        const answer = rateOn(change)
        if (answer.ok || !answer.refusal.details['fits']) return
        const { fits, total_charge } = answer.refusal.details
        const again = rateOn({ ...change, packaging: fits as (typeof PACKAGING_CODES)[number] })
        expect(again.ok && again.quotes[0]?.charges.total_charge).toBe(total_charge)
      },
    ),
  )
})

function containing(part: object | string): unknown {
  return typeof part === 'string' ? expect.stringContaining(part) : expect.objectContaining(part)
}
