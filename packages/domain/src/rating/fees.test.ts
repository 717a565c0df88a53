import { describe, expect, test } from 'vitest'
import { customs, linesOf, option, quoteFor, type Change } from '../testing/rating-scene.ts'
import type { ServiceCode } from '../catalogue/services.ts'
import { toPence } from '../money.ts'

const special = (more = {}) => option('special_delivery', more)
const toUs = (more: Change = {}): Change => ({
  packaging: 'parcel',
  weight: 1000,
  country: 'US',
  options: option('international_standard'),
  ...more,
})

describe('the price lines, which add up to the total, of', () => {
  test.each<[string, ServiceCode, Change, [string, number][]]>([
    [
      'signed for: the class and a fee',
      '1SF',
      { packaging: 'large_letter', weight: 250, options: option('signed_for') },
      [
        ['postage', 330],
        ['signed_for', 200],
        ['vat_exempt', 0],
      ],
    ],
    [
      'tracked with signature: tracked and a fee',
      'TR48S',
      { packaging: 'small_parcel', options: option('signature') },
      [
        ['postage', 365],
        ['signature', 160],
        ['vat_included', 0],
      ],
    ],
    [
      'compensation: the difference from the lowest level',
      'SD',
      { options: special({ compensation_gbp: 2500 }) },
      [
        ['postage', 945],
        ['compensation', 1000],
        ['vat_exempt', 0],
      ],
    ],
    [
      'Saturday: the difference from the same service on other days',
      'SD1PM_SAT',
      { options: special({ saturday: true, compensation_gbp: 1000 }) },
      [
        ['postage', 945],
        ['saturday', 489],
        ['compensation', 360],
        ['vat_included', 0],
      ],
    ],
    [
      'cover of £0, which has no line (spec §5)',
      'SD',
      { options: special({ consequential_loss_gbp: 0 }) },
      [
        ['postage', 945],
        ['vat_exempt', 0],
      ],
    ],
    [
      'cover against consequential loss, without VAT on an exempt service',
      'SD',
      { options: special({ consequential_loss_gbp: 1000 }) },
      [
        ['postage', 945],
        ['consequential_loss', 190],
        ['vat_exempt', 0],
      ],
    ],
    [
      'cover against consequential loss, with VAT on another service',
      'SD9AM',
      { options: special({ consequential_loss_gbp: 2500 }), list: 'post_office' },
      [
        ['postage', 5395],
        ['consequential_loss', 390],
        ['vat_included', 0],
      ],
    ],
    [
      'compensation abroad, with one fee',
      'IT',
      {
        packaging: 'parcel',
        weight: 1200,
        country: 'FR',
        options: option('international_tracked', { compensation_gbp: 250 }),
      },
      [
        ['postage', 1115],
        ['compensation', 310],
        ['vat_zero_or_exempt', 0],
      ],
    ],
    [
      'collection and the organisation’s handling charge',
      '2',
      { with_pickup: true, pickup_fee: 350, handling_charge: toPence(125) },
      [
        ['postage', 91],
        ['pickup', 350],
        ['handling_charge', 125],
        ['vat_exempt', 0],
      ],
    ],
    [
      'postage of the user’s own value with the requested fees',
      'frank_pay',
      { options: option('frank_pay', { amount: toPence(300) }), handling_charge: toPence(125) },
      [
        ['frank_pay', 300],
        ['handling_charge', 125],
        ['vat_exempt', 0],
      ],
    ],
    [
      'a surcharge',
      'frank_pay',
      { options: option('surcharge', { amount: toPence(70) }) },
      [
        ['surcharge', 70],
        ['vat_exempt', 0],
      ],
    ],
    [
      'a letter to the United States, without duties',
      'IS',
      toUs({ packaging: 'letter', weight: 10 }),
      [
        ['postage', 360],
        ['vat_zero_or_exempt', 0],
      ],
    ],
    ['a parcel to the United States without declared contents, with duties handled', 'IS', toUs(), withDuties()],
    ['a sale of £75, with duties handled', 'IS', toUs({ customs: customs('S', 75_00) }), withDuties()],
    ['a gift above £75, with duties handled', 'IS', toUs({ customs: customs('G', 75_01) }), withDuties()],
    [
      'a gift of £75, without duties',
      'IS',
      toUs({ customs: customs('G', 75_00) }),
      [
        ['postage', 2630],
        ['vat_zero_or_exempt', 0],
      ],
    ],
  ])('%s', (_rule, service, change, lines) => {
    const quote = quoteFor(service, change)
    expect(linesOf(quote)).toEqual(lines)
    expect(quote?.charges.total_charge).toBe(lines.reduce((sum, [, amount]) => sum + amount, 0))
  })
})

function withDuties(): [string, number][] {
  return [
    ['postage', 2630],
    ['us_duties_handling', 50],
    ['vat_zero_or_exempt', 0],
  ]
}

test('a gift without customs items still pays for duties', () => {
  const undeclared = { ...customs('G', 1), items: [] }
  expect(linesOf(quoteFor('IS', toUs({ customs: undeclared })))).toEqual(withDuties())
})

test('charges have the same amounts in the fields of spec §3', () => {
  const signed = quoteFor('1SF', { packaging: 'large_letter', weight: 250, options: option('signed_for') })
  expect(signed?.charges).toEqual({
    base_charge: 330,
    total_fees: 200,
    total_charge: 530,
    vat: 0,
    fees: [{ code: 'signed_for', name: 'Signed For', amount: 200 }],
    currency: 'GBP',
  })
  expect(signed?.explanation[0]?.values).toEqual({
    service: '1',
    packaging: 'large_letter',
    from_g: 101,
    to_g: 250,
    compensation_gbp: 20,
  })
  expect(signed?.tariff).toMatchObject({ id: 'online-2026-04-07', effective_from: '2026-04-07' })
})

test.each<[string, ServiceCode, Change, number]>([
  ['exempt', 'SD', { options: special() }, 0],
  ['of the whole Saturday price', 'SD1PM_SAT', { options: special() }, 239],
  ['of the cover too', 'SD1PM_SAT', { options: special({ consequential_loss_gbp: 1000 }) }, 277],
  [
    'not of collection and handling charge',
    'TR48',
    {
      packaging: 'small_parcel',
      options: option('tracked'),
      with_pickup: true,
      pickup_fee: 600,
      handling_charge: toPence(600),
    },
    61,
  ],
  ['none abroad', 'IS', toUs(), 0],
])('states the VAT included in the price: %s', (_rule, service, change, vat) => {
  const quote = quoteFor(service, change)
  expect(quote?.charges.vat).toBe(vat)
  expect(quote?.explanation.at(-1)).toMatchObject({ values: { vat }, amount: 0 })
})
