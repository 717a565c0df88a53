import { expect, test } from 'vitest'
import type { Grams } from './measures.ts'
import { toPence } from './money.ts'
import { priceListFor } from './price-list.ts'
import { decidePurchase, type WantedPurchase } from './purchase.ts'
import { PURCHASE_STATES, PURCHASE_TRANSITIONS, transitionOf } from './purchase-states.ts'

const TODAY = '2026-11-21'
const list = priceListFor('online', TODAY)

type Change = Partial<Omit<WantedPurchase, 'facts' | 'quoted_total'>> & {
  facts?: Partial<WantedPurchase['facts']>
  quoted_total?: number
}

/** First class for a letter of 100 g costs £1.80. */
function decide({ facts, quoted_total, ...change }: Change, balance: number | undefined) {
  const wanted: WantedPurchase = {
    service: '1',
    plan: 'full',
    quantity: 1,
    test: false,
    ...change,
    ...(quoted_total !== undefined && { quoted_total: toPence(quoted_total) }),
    facts: { packaging: 'letter', weight: 100 as Grams, country: 'GB', day: TODAY, options: [], ...facts },
  }
  const today = { list, today: TODAY, balance: balance === undefined ? undefined : toPence(balance) }
  const decided = decidePurchase(wanted, today)
  return decided.ok ? decided.quote.charges.total_charge : decided.refusal
}

const SIGNED = { service: '1SF', facts: { options: [{ code: 'signed_for' }] } } as const

test.each<[string, Change, number | undefined, unknown]>([
  ['the exact balance is enough', {}, 180, 180],
  ['one penny less is not', {}, 179, { code: 'insufficient_funds', details: short(180, 179) }],
  ['an empty balance is not', {}, 0, { code: 'insufficient_funds', details: short(180, 0) }],
  ['a balance below nothing is not', {}, -5, { code: 'insufficient_funds', details: short(180, -5) }],
  ['no account is no balance', {}, undefined, { code: 'insufficient_funds', details: short(180, 0) }],
  ['a test print needs no balance', { test: true }, undefined, 180],
  ['a test print is for one label', { test: true, quantity: 2 }, 999, refused('test_print_quantity')],
  ['one item at a time', { quantity: 2 }, 999, refused('quantity_not_available')],
  ['the price that was seen', { quoted_total: 180 }, 180, 180],
  ['another price', { quoted_total: 179 }, 180, { code: 'price_changed', details: { total_charge: 180 } }],
  ['a price is compared before the balance', { quoted_total: 179 }, 0, refused('price_changed')],
  ['Lite may not buy first class', { plan: 'lite' }, 999, refused('service_not_in_plan')],
  ['Lite may buy signed for', { plan: 'lite', ...SIGNED }, 999, 380],
  ['a service needs its option', { service: '1SF' }, 999, refused('service_not_allowed')],
  ['an option excludes plain services', { ...SIGNED, service: '1' }, 999, refused('service_not_allowed')],
  [
    'nothing is sold without a price',
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
  ['what cannot be rated cannot be bought', { facts: { country: 'FR' } }, 999, refused('destination_not_available')],
  [
    'own value, £1000',
    { service: 'frank_pay', facts: { options: [{ code: 'frank_pay', amount: toPence(1000_00) }] } },
    999_999,
    refused('frank_pay_out_of_range'),
  ],
])('%s', (_rule, change, balance, outcome) => {
  expect(decide(change, balance)).toEqual(outcome)
})

test('a purchase moves only along the table, and every final state is reached', () => {
  expect(transitionOf('AUTHORISED', 'carrier_accepted')).toMatchObject({ to: 'BOUGHT', money: 'capture' })
  expect(transitionOf('REJECTED', 'carrier_accepted')).toBeUndefined()
  const left = new Set<string>(PURCHASE_TRANSITIONS.map(({ from }) => from))
  expect(PURCHASE_STATES.filter((state) => !left.has(state))).toEqual(['REJECTED', 'CANCELLED', 'VOIDED'])
})

test('money that is held is resolved once: by each way out of AUTHORISED', () => {
  for (const { from, money } of PURCHASE_TRANSITIONS)
    if (from === 'AUTHORISED') expect(['capture', 'release']).toContain(money)
})

function refused(code: string) {
  return expect.objectContaining({ code }) as unknown
}

function short(total_charge: number, balance: number) {
  return { total_charge, balance, short_by: total_charge - balance }
}
