import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toPence } from './money.ts'
import type { Grams, Millimetres } from './measures.ts'
import { packagingOf, PACKAGING_CODES, type PackagingCode } from './packaging.ts'
import { priceListFor } from './price-list.ts'
import type { Quote } from './quote.ts'
import { rate, type Rated } from './rating.ts'
import type { ServiceCode } from './services.ts'
import type { ChosenOption, ShipmentFacts } from './shipment-facts.ts'

const FRIDAY = '2026-11-20'
const SATURDAY = '2026-11-21'
const list = priceListFor('online', FRIDAY)

const mm = (...sides: [number, number, number]) => sides as unknown as NonNullable<ShipmentFacts['sides']>

type Change = Partial<Omit<ShipmentFacts, 'weight'>> & { weight?: number }

const facts = ({ weight = 100, ...change }: Change = {}): ShipmentFacts => ({
  packaging: 'letter',
  country: 'GB',
  day: FRIDAY,
  options: [],
  ...change,
  weight: weight as Grams,
})

function rated(change: Change = {}, today = FRIDAY): Rated {
  const answer = rate(facts(change), list, today)
  if (!answer.ok) throw new Error(answer.refusal.code)
  return answer
}

const refusal = (change: Change, today = FRIDAY) => {
  const answer = rate(facts(change), list, today)
  return answer.ok ? 'quoted' : answer.refusal
}

const totals = (quotes: Quote[]) => quotes.map(({ service, charges }) => [service.code, charges.total_charge])
const quote = (service: ServiceCode, change: Change) => rated(change).quotes.find((row) => row.service.code === service)

const lines = (found: Quote | undefined) => found?.explanation.map(({ code, amount }) => [code, amount])

const prices = (packaging: PackagingCode, weight: number, options: ChosenOption[]) =>
  rated({ packaging, weight, options }).quotes.map(({ charges }) => charges.total_charge as number)

const option = (code: ChosenOption['code'], more: Partial<ChosenOption> = {}): ChosenOption[] => [{ code, ...more }]

describe('what each option offers (spec §5), cheapest first', () => {
  test.each<[string, ChosenOption[], Change, unknown, unknown]>([
    [
      'no option',
      [],
      {},
      [
        ['2', 91],
        ['1', 180],
      ],
      [],
    ],
    [
      'signed for',
      option('signed_for'),
      {},
      [
        ['2SF', 291],
        ['1SF', 380],
      ],
      [],
    ],
    [
      'prepaid reply has no price yet',
      option('prepay_reply'),
      {},
      [],
      [
        ['1PP', 'no_published_price'],
        ['2PP', 'no_published_price'],
      ],
    ],
    [
      'special delivery on a Friday',
      option('special_delivery'),
      {},
      [
        ['SD', 945],
        ['SD1PM_SAT', 1434],
      ],
      [
        ['SD9AM', 'no_published_price'],
        ['SD9AM_SAT', 'no_published_price'],
      ],
    ],
    [
      'special delivery on another day',
      option('special_delivery'),
      { day: SATURDAY },
      [['SD', 945]],
      [
        ['SD9AM', 'no_published_price'],
        ['SD1PM_SAT', 'saturday_needs_friday'],
        ['SD9AM_SAT', 'saturday_needs_friday'],
      ],
    ],
    [
      'special delivery to Jersey',
      option('special_delivery'),
      { country: 'JE' },
      [
        ['SD', 945],
        ['SD1PM_SAT', 1434],
      ],
      [
        ['SD9AM', 'service_not_available'],
        ['SD9AM_SAT', 'service_not_available'],
      ],
    ],
    [
      'compensation of £1000',
      option('special_delivery', { compensation_gbp: 1000 }),
      { weight: 501, packaging: 'small_parcel' },
      [
        ['SD', 1445],
        ['SD1PM_SAT', 2034],
      ],
      [
        ['SD9AM', 'no_published_price'],
        ['SD9AM_SAT', 'no_published_price'],
      ],
    ],
    [
      'compensation of £50 belongs to 9am alone',
      option('special_delivery', { compensation_gbp: 50 }),
      {},
      [],
      [
        ['SD', 'service_not_available'],
        ['SD9AM', 'no_published_price'],
        ['SD1PM_SAT', 'service_not_available'],
        ['SD9AM_SAT', 'no_published_price'],
      ],
    ],
    ['own value', option('frank_pay', { amount: toPence(1) }), {}, [['frank_pay', 1]], []],
    ['own value, most', option('frank_pay', { amount: toPence(999_99) }), {}, [['frank_pay', 999_99]], []],
  ])('%s', (_rule, options, change, quotes, unavailable) => {
    const answer = rated({ ...change, options })
    expect(totals(answer.quotes)).toEqual(quotes)
    expect(answer.unavailable.map(({ service, code }) => [service, code])).toEqual(unavailable)
  })
})

describe('what is refused whatever the service', () => {
  test.each<[string, Change, unknown]>([
    ['France', { country: 'FR' }, { code: 'destination_not_available', details: { country: 'FR' } }],
    ['Guernsey', { country: 'GG' }, 'quoted'],
    ['Isle of Man', { country: 'IM' }, 'quoted'],
    [
      'yesterday',
      { day: '2026-11-19' },
      { code: 'shipping_date_out_of_range', details: { first: FRIDAY, last: '2026-11-27' } },
    ],
    ['today in a week', { day: '2026-11-27' }, 'quoted'],
    ['a day more', { day: '2026-11-28' }, expect.objectContaining({ code: 'shipping_date_out_of_range' })],
    [
      'options that exclude each other',
      { options: [...option('signed_for'), ...option('special_delivery')] },
      { code: 'option_not_allowed', details: { options: 'signed_for, special_delivery' } },
    ],
    [
      'one option twice',
      { options: [...option('signed_for'), ...option('signed_for')] },
      expect.objectContaining({ code: 'option_not_allowed' }),
    ],
    ...([-1, 0, 1000_00, undefined] as const).map((amount): [string, Change, unknown] => [
      `own value of ${amount}`,
      { options: option('frank_pay', amount === undefined ? {} : { amount: toPence(amount) }) },
      expect.objectContaining({ code: 'frank_pay_out_of_range' }),
    ]),
    [
      'a letter of 101 g',
      { weight: 101 },
      {
        code: 'packaging_too_heavy',
        details: { packaging: 'letter', limit_g: 100, weight_g: 101, fits: 'large_letter' },
      },
    ],
    [
      'a parcel of 20001 g',
      { packaging: 'medium_parcel', weight: 20_001 },
      { code: 'packaging_too_heavy', details: { packaging: 'medium_parcel', limit_g: 20_000, weight_g: 20_001 } },
    ],
    ['a letter of the largest size, turned', { sides: mm(5, 240, 165) }, 'quoted'],
    [
      'a letter 1 mm too thick',
      { sides: mm(240, 165, 6) },
      {
        code: 'packaging_too_large',
        details: { packaging: 'letter', limit_mm: 5, value_mm: 6, fits: 'large_letter' },
      },
    ],
    [
      'a parcel too large for all',
      { packaging: 'medium_parcel', sides: mm(611, 100, 100) },
      { code: 'packaging_too_large', details: { packaging: 'medium_parcel', limit_mm: 610, value_mm: 611 } },
    ],
    ['a tube without size', { packaging: 'tube' }, { code: 'size_required', details: { packaging: 'tube' } }],
    ['a tube of 900 × 70', { packaging: 'tube', sides: mm(900, 70, 70) }, 'quoted'],
    [
      'a tube of 901',
      { packaging: 'tube', sides: mm(901, 50, 50) },
      { code: 'tube_too_large', details: { measure: 'length', limit_mm: 900, value_mm: 901 } },
    ],
    [
      'a tube of 900 × 71',
      { packaging: 'tube', sides: mm(900, 71, 71) },
      { code: 'tube_too_large', details: { measure: 'length_and_two_diameters', limit_mm: 1040, value_mm: 1042 } },
    ],
    [
      'a tube of 2001 g',
      { packaging: 'tube', weight: 2001, sides: mm(300, 50, 50) },
      { code: 'packaging_too_heavy', details: { packaging: 'tube', limit_g: 2000, weight_g: 2001 } },
    ],
  ])('%s', (_rule, change, expected) => {
    expect(refusal(change)).toEqual(expected)
  })
})

test.each([
  [450, 80, 395],
  [451, 80, 625],
  [450, 81, 625],
])('a tube of %i × %i mm costs %i pence by 2nd Class', (length, diameter, pence) => {
  const { quotes } = rated({ packaging: 'tube', weight: 2000, sides: mm(length, diameter, diameter) })
  expect(quotes[0]?.charges.total_charge).toBe(pence)
})

describe('the explanation', () => {
  test('signed for is the class and its fee', () => {
    const signed = quote('1SF', { packaging: 'large_letter', weight: 250, options: option('signed_for') })
    expect(lines(signed)).toEqual([
      ['postage', 330],
      ['signed_for', 200],
      ['vat_exempt', 0],
    ])
    expect(signed?.charges).toMatchObject({ base_charge: 330, total_fees: 200, total_charge: 530, vat: 0 })
    expect(signed?.explanation[0]?.values).toEqual({
      service: '1',
      packaging: 'large_letter',
      from_g: 101,
      to_g: 250,
      compensation_gbp: 20,
    })
  })

  test('compensation is what it costs beyond the lowest level', () => {
    const options = option('special_delivery', { compensation_gbp: 2500 })
    expect(lines(quote('SD', { options }))).toEqual([
      ['postage', 945],
      ['compensation', 1000],
      ['vat_exempt', 0],
    ])
  })

  test('VAT is told, not added', () => {
    const saturday = quote('SD1PM_SAT', { options: option('special_delivery') })
    expect(lines(saturday)).toEqual([
      ['postage', 1434],
      ['vat_included', 0],
    ])
    expect(saturday?.explanation[1]?.values).toEqual({ vat: 239 })
    expect(saturday?.charges.vat).toBe(239)
  })
})

test('a letter carries two lines of service indicator, a parcel none', () => {
  expect(rated({ packaging: 'large_letter' }).quotes[1]?.meta_data).toEqual({
    tracking: false,
    tracking_type: 'none',
    tracking_service: '',
    vsi: true,
    vsi_line1: '1ST CLASS',
    vsi_line2: 'LARGE LETTER',
  })
  expect(rated({ packaging: 'small_parcel' }).quotes[0]?.meta_data).toMatchObject({ vsi: false, vsi_line1: '' })
})

test.each<[string, Change, unknown]>([
  [
    'a thin small parcel',
    { packaging: 'small_parcel', sides: mm(200, 100, 5) },
    { packaging: 'letter', total_charge: 91 },
  ],
  [
    'a medium parcel that a small one would hold',
    { packaging: 'medium_parcel', weight: 2000, sides: mm(450, 350, 160) },
    { packaging: 'small_parcel', total_charge: 395 },
  ],
  ['the same without its size', { packaging: 'medium_parcel', weight: 2000 }, undefined],
  ['a small parcel too thick for less', { packaging: 'small_parcel', sides: mm(200, 100, 26) }, undefined],
  ['a tube', { packaging: 'tube', sides: mm(460, 20, 20) }, undefined],
])('advice for %s', (_rule, change, advice) => {
  expect(rated(change).quotes[0]?.meta_data.advice).toEqual(advice)
})

const OPTION_SETS: ChosenOption[][] = [
  [],
  option('signed_for'),
  ...[undefined, 1000, 2500].map((level) => option('special_delivery', level ? { compensation_gbp: level } : {})),
]

test(
  'every gram of every format by every service costs what a naive reading of the rows says',
  { timeout: 60_000 },
  () => {
    let compared = 0
    for (const packaging of PACKAGING_CODES) {
      const sides = packaging === 'tube' ? { sides: mm(450, 80, 80) } : {}
      const format = packaging === 'tube' ? 'small_parcel' : packaging
      for (let weight = 1; weight <= packagingOf(packaging).max_weight; weight++)
        for (const options of OPTION_SETS) {
          const { quotes } = rated({ packaging, weight, options, ...sides })
          for (const { service, charges, explanation } of quotes) {
            const level = options[0]?.compensation_gbp ?? (service.code.startsWith('SD') ? 750 : 20)
            if (charges.total_charge !== naivePrice(service.code, format, level, weight))
              expect.fail(`${service.code} ${packaging} ${weight} g costs ${charges.total_charge}`)
            if (explanation.reduce((sum, line) => sum + line.amount, 0) !== charges.total_charge)
              expect.fail(`${service.code} ${packaging} ${weight} g is explained wrongly`)
            compared++
          }
        }
    }
    expect(compared).toBe((100 + 750 + 2000 + 20_000 + 2000) * (2 + 2 + 3 * 2))
  },
)

/** The first row of its series whose upper bound is not below the weight. */
function naivePrice(service: ServiceCode, format: PackagingCode, level: number, weight: number): number | undefined {
  for (const row of list.rows)
    if (
      row.service === service &&
      (row.format === 'any' || row.format === format) &&
      row.compensation_gbp === level &&
      weight <= row.to_g
    )
      return row.price
  return undefined
}

test('a heavier item never costs less, and a larger format never costs less', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2000 }),
      fc.integer({ min: 1, max: 2000 }),
      fc.constantFrom(...OPTION_SETS),
      (one, other, options) => {
        const [light, heavy] = one < other ? [one, other] : [other, one]
        const small = prices('small_parcel', light, options)
        for (const [index, dearer] of prices('small_parcel', heavy, options).entries())
          expect(dearer).toBeGreaterThanOrEqual(small[index]!)
        for (const [index, dearer] of prices('medium_parcel', light, options).entries())
          expect(dearer).toBeGreaterThanOrEqual(small[index]!)
      },
    ),
  )
})

test('sides may be given in any order', () => {
  const side = fc.integer({ min: 1, max: 700 }) as fc.Arbitrary<Millimetres>
  fc.assert(
    fc.property(fc.tuple(side, side, side), fc.constantFrom(...PACKAGING_CODES), ([a, b, c], packaging) => {
      const change = { packaging, weight: 100 }
      expect(refusal({ ...change, sides: [c, a, b] })).toEqual(refusal({ ...change, sides: [a, b, c] }))
    }),
  )
})
