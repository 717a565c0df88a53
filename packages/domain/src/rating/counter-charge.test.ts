import { expect, test } from 'vitest'
import type { ServiceCode } from '../catalogue/services.ts'
import type { Channel } from '../tariffs/channels.ts'
import { priceListFor } from '../tariffs/price-list.ts'
import type { Grams } from '../measures.ts'
import { counterCharge } from './counter-charge.ts'
import { rate } from './rating.ts'
import type { ShipmentFacts } from './shipment-facts.ts'

const DAY = '2026-11-24'

test.each<[string, ServiceCode, Partial<ShipmentFacts>, Channel, online: number, counter: number | undefined]>([
  // case, service, facts, list of the purchase, price of it, price at the counter
  ['2nd Class small parcel', '2', { packaging: 'small_parcel', weight: 500 as Grams }, 'online', 395, 425],
  ['1st Class letter, the same everywhere', '1', { packaging: 'letter', weight: 50 as Grams }, 'online', 180, 180],
  ['at the counter already', '2', { packaging: 'small_parcel', weight: 500 as Grams }, 'post_office', 425, 425],
])('%s', (_case, service, change, channel, price, counter) => {
  const facts: ShipmentFacts = {
    packaging: 'letter',
    weight: 50 as Grams,
    country: 'GB',
    day: DAY,
    options: [],
    ...change,
  }
  const rated = rate(facts, priceListFor(channel, DAY), DAY)
  const quote = rated.ok ? rated.quotes.find((row) => row.service.code === service) : undefined
  expect(quote?.charges.total_charge).toBe(price)
  expect(counterCharge(quote!, facts, priceListFor('post_office', DAY), {})).toBe(counter)
})

test('nothing without a list of the counter', () => {
  const facts: ShipmentFacts = { packaging: 'letter', weight: 50 as Grams, country: 'GB', day: DAY, options: [] }
  const rated = rate(facts, priceListFor('online', DAY), DAY)
  const quote = rated.ok ? rated.quotes[0] : undefined
  expect(counterCharge(quote!, facts, priceListFor('post_office', '2001-01-01'), {})).toBeUndefined()
})

/** Special Delivery in a small parcel of 500 g. */
const special = (change: Partial<ShipmentFacts> = {}, compensation_gbp = 750): ShipmentFacts => ({
  packaging: 'small_parcel',
  weight: 500 as Grams,
  country: 'GB',
  day: DAY,
  options: [{ code: 'special_delivery', compensation_gbp }],
  ...change,
})
const counterOf = (facts: ShipmentFacts, given = facts): number | undefined => {
  const rated = rate(facts, priceListFor('online', DAY), DAY)
  const quote = rated.ok ? rated.quotes.find(({ service }) => service.code === 'SD') : undefined
  return counterCharge(quote!, given, priceListFor('post_office', DAY), {})
}

test.each([
  // compensation, price at the counter
  [750, 1095],
  [1000, 1395],
  [2500, 2095],
])('with no less compensation than the purchase: £%i', (compensation_gbp, counter) => {
  expect(counterOf(special({}, compensation_gbp))).toBe(counter)
})

test('nothing for an item that does not fit its packaging', () =>
  expect(counterOf(special(), special({ weight: 2001 as Grams }))).toBeUndefined())

test('nothing for a price of the counter that is not confirmed', () =>
  expect(counterOf(special({ options: [{ code: 'special_delivery', consequential_loss_gbp: 1000 }] }))).toBeUndefined())
