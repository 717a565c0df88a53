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

describe('the lines of a price, which add up to the total', () => {
  test.each<[string, ServiceCode, Change, [string, number][]]>([
    [
      'signed for is the class and its fee',
      '1SF',
      { packaging: 'large_letter', weight: 250, options: option('signed_for') },
      [
        ['postage', 330],
        ['signed_for', 200],
        ['vat_exempt', 0],
      ],
    ],
    [
      'tracked with signature is tracked and its fee',
      'TR48S',
      { packaging: 'small_parcel', options: option('signature') },
      [
        ['postage', 365],
        ['signature', 160],
        ['vat_included', 0],
      ],
    ],
    [
      'compensation is what it costs beyond the lowest level',
      'SD',
      { options: special({ compensation_gbp: 2500 }) },
      [
        ['postage', 945],
        ['compensation', 1000],
        ['vat_exempt', 0],
      ],
    ],
    [
      'Saturday is what it costs beyond the same service on other days',
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
      'cover of £0 is no cover (spec §5)',
      'SD',
      { options: special({ consequential_loss_gbp: 0 }) },
      [
        ['postage', 945],
        ['vat_exempt', 0],
      ],
    ],
    [
      'cover for consequences without VAT on an exempt service',
      'SD',
      { options: special({ consequential_loss_gbp: 1000 }) },
      [
        ['postage', 945],
        ['consequential_loss', 190],
        ['vat_exempt', 0],
      ],
    ],
    [
      'and with VAT on another',
      'SD9AM',
      { options: special({ consequential_loss_gbp: 2500 }), list: 'post_office' },
      [
        ['postage', 5395],
        ['consequential_loss', 390],
        ['vat_included', 0],
      ],
    ],
    [
      'compensation abroad has one fee',
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
      'collection and the own charge of the organisation',
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
      'own value pays the asked fees too',
      'frank_pay',
      { options: option('frank_pay', { amount: toPence(300) }), handling_charge: toPence(125) },
      [
        ['frank_pay', 300],
        ['handling_charge', 125],
        ['vat_exempt', 0],
      ],
    ],
    [
      'a surcharge is named as one',
      'frank_pay',
      { options: option('surcharge', { amount: toPence(70) }) },
      [
        ['surcharge', 70],
        ['vat_exempt', 0],
      ],
    ],
    [
      'no duties on a letter to the United States',
      'IS',
      toUs({ packaging: 'letter', weight: 10 }),
      [
        ['postage', 360],
        ['vat_zero_or_exempt', 0],
      ],
    ],
    ['duties handled for a parcel, also before its contents are declared', 'IS', toUs(), withDuties()],
    ['for a sale of £75', 'IS', toUs({ customs: customs('S', 75_00) }), withDuties()],
    ['for a gift above £75', 'IS', toUs({ customs: customs('G', 75_01) }), withDuties()],
    [
      'not for a gift of £75',
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

test('a declaration without items proves no gift', () => {
  const undeclared = { ...customs('G', 1), items: [] }
  expect(linesOf(quoteFor('IS', toUs({ customs: undeclared })))).toEqual(withDuties())
})

test('charges are the same lines in the words of the specification (spec §3)', () => {
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
  ['contained in the whole Saturday price', 'SD1PM_SAT', { options: special() }, 239],
  ['contained in the cover too', 'SD1PM_SAT', { options: special({ consequential_loss_gbp: 1000 }) }, 277],
  [
    'not told of collection and handling charge',
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
])('VAT is told, not added: %s', (_rule, service, change, vat) => {
  const quote = quoteFor(service, change)
  expect(quote?.charges.vat).toBe(vat)
  expect(quote?.explanation.at(-1)).toMatchObject({ values: { vat }, amount: 0 })
})
