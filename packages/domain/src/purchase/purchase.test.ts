import { expect, test } from 'vitest'
import type { Grams } from '../measures.ts'
import { toPence } from '../money.ts'
import { priceListFor } from '../tariffs/price-list.ts'
import type { Channel } from '../tariffs/channels.ts'
import { decidePurchase, type WantedPurchase } from './purchase.ts'
import { PURCHASE_STATES, PURCHASE_TRANSITIONS, transitionOf } from './purchase-states.ts'
import { customs } from '../testing/rating-scene.ts'

const TODAY = '2026-11-21'

type Change = Partial<Omit<WantedPurchase, 'facts' | 'quoted_total' | 'label'>> & {
  facts?: Partial<WantedPurchase['facts']>
  quoted_total?: number
  label?: Partial<WantedPurchase['label']>
  list?: Channel
}

/** First class for a letter of 100 g costs £1.80. The account pays by the online list. */
function decide({ facts, quoted_total, label, list = 'online', ...change }: Change, balance: number | undefined) {
  const wanted: WantedPurchase = {
    service: '1',
    plan: 'full',
    quantity: 1,
    has_addressee: true,
    label: { size: '4x6', label_name: '', positions: [], ...label },
    test: false,
    ...change,
    ...(quoted_total !== undefined && { quoted_total: toPence(quoted_total) }),
    facts: { packaging: 'letter', weight: 100 as Grams, country: 'GB', day: TODAY, options: [], ...facts },
  }
  const decided = decidePurchase(wanted, {
    list: priceListFor(list, TODAY),
    counter: priceListFor('post_office', TODAY),
    pricing: 'online',
    terms: { pickup_fee: toPence(350) },
    today: TODAY,
    balance: balance === undefined ? undefined : toPence(balance),
  })
  return decided.ok ? decided.quote.charges.total_charge : decided.refusal
}

const PLACES = [
  { index: 0, row: 0 },
  { index: 1, row: 0 },
]
const A4 = { size: 'A4', label_name: 'L7163' } as const
const TWO_LABELS = { ...A4, positions: PLACES }
const HOVAT = { size: 'A4', label_name: 'Hovat', positions: PLACES } as const
const TO_FRANCE = {
  service: 'IS',
  facts: {
    packaging: 'parcel',
    weight: 1200 as Grams,
    country: 'FR',
    options: [{ code: 'international_standard' }],
    customs: customs('G', 20_00),
  },
} as const satisfies Change

const SIGNED = { service: '1SF', facts: { options: [{ code: 'signed_for' }] } } as const

test.each<[string, Change, number | undefined, unknown]>([
  ['the exact balance is enough', {}, 180, 180],
  ['one penny less is too little', {}, 179, { code: 'insufficient_funds', details: short(180, 179) }],
  ['an empty balance is too little', {}, 0, { code: 'insufficient_funds', details: short(180, 0) }],
  ['a negative balance is too little', {}, -5, { code: 'insufficient_funds', details: short(180, -5) }],
  ['an absent account has no balance', {}, undefined, { code: 'insufficient_funds', details: short(180, 0) }],
  ['a test print needs no balance', { test: true }, undefined, 180],
  ['a test print is for one label', { test: true, quantity: 2 }, 999, refused('test_print_quantity')],
  [
    'a test print on two positions',
    { test: true, label: { ...A4, positions: PLACES } },
    999,
    refused('test_print_quantity'),
  ],
  ['two items are paid twice', { quantity: 2 }, 359, { code: 'insufficient_funds', details: short(360, 359) }],
  ['two labels are paid twice', { label: TWO_LABELS }, 360, 180],
  ['… and times the items', { quantity: 3, label: TWO_LABELS }, 1079, refused('insufficient_funds')],
  ['a hundred labels', { quantity: 50, label: TWO_LABELS }, 18_000, 180],
  ['more than a hundred labels', { quantity: 51, label: TWO_LABELS }, 99_999, refused('quantity_not_available')],
  ['a franking label needs no addressee', { has_addressee: false, label: A4 }, 180, 180],
  ['an address label needs one', { has_addressee: false }, 180, refused('addressee_required')],
  ['two positions of a double label are one label', { label: HOVAT }, 180, 180],
  [
    'three positions of a double label are two labels',
    { label: { ...HOVAT, positions: [...PLACES, { index: 0, row: 1 }] } },
    359,
    refused('insufficient_funds'),
  ],
  [
    'a surcharge counts as one label on any positions',
    {
      service: 'frank_pay',
      label: { ...A4, positions: PLACES },
      facts: { options: [{ code: 'surcharge', amount: toPence(70) }] },
    },
    70,
    70,
  ],
  ['an unknown stock', { label: { label_name: 'L9999' } }, 999, refused('label_stock_unknown')],
  [
    'a position that is listed twice',
    { label: { ...A4, positions: [PLACES[0]!, PLACES[0]!] } },
    999,
    refused('label_position_invalid'),
  ],
  [
    'a price list of another way of paying',
    { list: 'franking' },
    999,
    { code: 'pricing_not_allowed', details: { pricing: 'franking', allowed: 'online' } },
  ],
  ['the price includes collection', { facts: { with_pickup: true } }, 529, refused('insufficient_funds')],
  ['the price includes collection, and the exact balance is enough', { facts: { with_pickup: true } }, 530, 530],
  ['a parcel abroad', TO_FRANCE, 1180, 1180],
  [
    'a parcel abroad without customs items',
    { ...TO_FRANCE, facts: { ...TO_FRANCE.facts, customs: { ...customs('G', 1), items: [] } } },
    9999,
    refused('customs_items_missing'),
  ],
  [
    'a parcel abroad with a worthless item',
    { ...TO_FRANCE, facts: { ...TO_FRANCE.facts, customs: customs('G', 0) } },
    9999,
    refused('customs_invalid'),
  ],
  [
    'customs are checked before the balance',
    { ...TO_FRANCE, facts: { ...TO_FRANCE.facts, customs: customs('S', 2000_01) } },
    0,
    refused('export_declaration_needed'),
  ],
  ['the price that the buyer saw', { quoted_total: 180 }, 180, 180],
  ['another price', { quoted_total: 179 }, 180, { code: 'price_changed', details: { total_charge: 180 } }],
  ['the price is compared before the balance', { quoted_total: 179 }, 0, refused('price_changed')],
  ['Lite may not buy first class', { plan: 'lite' }, 999, refused('service_not_in_plan')],
  ['Lite may buy signed for', { plan: 'lite', ...SIGNED }, 999, 380],
  ['a service needs its option', { service: '1SF' }, 999, refused('service_not_allowed')],
  ['an option excludes plain services', { ...SIGNED, service: '1' }, 999, refused('service_not_allowed')],
  [
    'a service without a price',
    { service: 'SD9AM', facts: { options: [{ code: 'special_delivery' }] } },
    99_999,
    refused('no_published_price'),
  ],
  [
    'Saturday on a Saturday',
    { service: 'SD1PM_SAT', facts: { options: [{ code: 'special_delivery' }] } },
    99_999,
    refused('saturday_needs_friday'),
  ],
  ['a shipment that cannot be rated', { facts: { country: 'ZZ' } }, 999, refused('destination_not_available')],
  ['first class abroad', { facts: { country: 'FR' } }, 999, refused('service_not_available')],
  [
    'a tracked service to a country that is not listed',
    { service: 'IT', facts: { ...TO_FRANCE.facts, country: 'UA', options: [{ code: 'international_tracked' }] } },
    9999,
    { code: 'service_not_listed', details: { service: 'IT', country: 'UA' } },
  ],
  [
    'the Saturday field excludes the other days',
    { service: 'SD', facts: { day: '2026-11-27', options: [{ code: 'special_delivery', saturday: true }] } },
    99_999,
    refused('service_not_allowed'),
  ],
  [
    'postage of the user’s own value, £1000',
    { service: 'frank_pay', facts: { options: [{ code: 'frank_pay', amount: toPence(1000_00) }] } },
    999_999,
    refused('frank_pay_out_of_range'),
  ],
])('%s', (_rule, change, balance, outcome) => {
  expect(decide(change, balance)).toEqual(outcome)
})

test('a purchase follows only transitions of the table; REJECTED, CANCELLED and VOIDED are final', () => {
  expect(transitionOf('AUTHORISED', 'carrier_accepted')).toMatchObject({ to: 'BOUGHT', money: 'capture' })
  expect(transitionOf('REJECTED', 'carrier_accepted')).toBeUndefined()
  const left = new Set<string>(PURCHASE_TRANSITIONS.map(({ from }) => from))
  expect(PURCHASE_STATES.filter((state) => !left.has(state))).toEqual(['REJECTED', 'CANCELLED', 'VOIDED'])
})

test('every transition out of AUTHORISED settles the hold exactly once', () => {
  for (const { from, money } of PURCHASE_TRANSITIONS)
    if (from === 'AUTHORISED') expect(['capture', 'release']).toContain(money)
})

function refused(code: string) {
  return expect.objectContaining({ code }) as unknown
}

function short(total_charge: number, balance: number) {
  return { total_charge, balance, short_by: total_charge - balance }
}
