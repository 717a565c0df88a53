import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { servicesFor } from '../catalogue/options.ts'
import { SERVICE_CODES } from '../catalogue/services.ts'
import type { Grams } from '../measures.ts'
import { toPence } from '../money.ts'
import {
  DESTINATIONS,
  firstFitting,
  fits,
  isRuleSold,
  optionsOf,
  parcelFor,
  takesCompensation,
  type OrderFacts,
  type SendingRule,
} from './sending-rule.ts'

const g = (grams: number) => grams as Grams
const order = (change: Partial<OrderFacts> = {}): OrderFacts => ({
  shop_id: 'bindery',
  country: 'GB',
  weight: g(500),
  value: toPence(20_00),
  ...change,
})
const rule = (change: Partial<SendingRule> = {}): SendingRule => ({ destination: 'any', service: 'TR48', ...change })

describe('a rule fits', () => {
  test.each<[string, Partial<SendingRule>, Partial<OrderFacts>, boolean]>([
    ['no condition', {}, {}, true],
    ['to the UK: London', { destination: 'uk' }, {}, true],
    ['to the UK: Jersey, at the same prices', { destination: 'uk' }, { country: 'JE' }, true],
    ['to the UK: France', { destination: 'uk' }, { country: 'FR' }, false],
    ['abroad: France', { destination: 'abroad' }, { country: 'FR' }, true],
    ['abroad: London', { destination: 'abroad' }, {}, false],
    ['up to 2 kg: 2 kg', { max_grams: 2000 }, { weight: g(2000) }, true],
    ['up to 2 kg: a gram more', { max_grams: 2000 }, { weight: g(2001) }, false],
    ['up to 2 kg: not weighed', { max_grams: 2000 }, { weight: undefined }, false],
    ['over £50: £50', { over_pence: 50_00 }, { value: toPence(50_00) }, false],
    ['over £50: a penny more', { over_pence: 50_00 }, { value: toPence(50_01) }, true],
    ['over £50: in another currency', { over_pence: 50_00 }, { value: undefined }, false],
    ['of a shop: that shop', { shop_id: 'bindery' }, {}, true],
    ['of a shop: another', { shop_id: 'cards' }, {}, false],
    ['all conditions, one of them not met', { destination: 'uk', max_grams: 100, over_pence: 1 }, {}, false],
  ])('%s', (_what, conditions, facts, expected) => {
    expect(fits(rule(conditions), order(facts))).toBe(expected)
  })
})

it('the first rule that fits decides', () => {
  const rules = [
    rule({ destination: 'uk', over_pence: 50_00, service: '1SF' }),
    rule({ destination: 'uk', max_grams: 2000 }),
    rule({ destination: 'abroad', service: 'IT' }),
  ]
  expect(firstFitting(rules, order({ value: toPence(60_00) }))).toBe(0)
  expect(firstFitting(rules, order())).toBe(1)
  expect(firstFitting(rules, order({ country: 'FR' }))).toBe(2)
  expect(firstFitting(rules, order({ weight: g(2500) }))).toBeUndefined()
})

const facts = fc.record({
  shop_id: fc.constantFrom('bindery', 'cards'),
  country: fc.constantFrom('GB', 'JE', 'FR', 'US', ''),
  weight: fc.option(fc.integer({ min: 1, max: 30_000 }).map(g), { nil: undefined }),
  value: fc.option(fc.integer({ min: 0, max: 1_000_00 }).map(toPence), { nil: undefined }),
})
const rules = fc.array(
  fc.record({
    destination: fc.constantFrom(...DESTINATIONS),
    service: fc.constantFrom(...SERVICE_CODES),
    max_grams: fc.option(fc.integer({ min: 1, max: 30_000 }), { nil: undefined }),
    over_pence: fc.option(fc.integer({ min: 0, max: 1_000_00 }), { nil: undefined }),
    shop_id: fc.option(fc.constantFrom('bindery', 'cards'), { nil: undefined }),
  }),
  { maxLength: 8 },
)

it('rules after the first that fits, and rules that do not fit, change nothing', () => {
  fc.assert(
    fc.property(rules, facts, (list, of) => {
      const place = firstFitting(list, of)
      if (place === undefined) {
        expect(list.filter((one) => fits(one, of))).toEqual([])
        return
      }
      expect(firstFitting(list.slice(0, place + 1), of)).toBe(place)
      expect(firstFitting([list[place]!], of)).toBe(0)
    }),
  )
})

it('a limit that is stricter never fits more orders', () => {
  fc.assert(
    fc.property(facts, fc.integer({ min: 1, max: 30_000 }), fc.integer({ min: 1, max: 30_000 }), (of, a, b) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)]
      if (fits(rule({ max_grams: low }), of)) expect(fits(rule({ max_grams: high }), of)).toBe(true)
      if (fits(rule({ over_pence: high }), of)) expect(fits(rule({ over_pence: low }), of)).toBe(true)
    }),
  )
})

test.each<[string, Partial<SendingRule>, boolean]>([
  ['Tracked 48 to the UK', { destination: 'uk' }, true],
  ['Tracked 48 to anywhere', { destination: 'any' }, false],
  ['International Tracked abroad', { destination: 'abroad', service: 'IT' }, true],
  ['International Tracked to the UK', { destination: 'uk', service: 'IT' }, false],
  ['£250 of International Tracked', { destination: 'abroad', service: 'IT', compensation_gbp: 250 }, true],
  ['£300 of International Tracked', { destination: 'abroad', service: 'IT', compensation_gbp: 300 }, false],
  ['£150 of Tracked 48, whose level follows from the price list', { destination: 'uk', compensation_gbp: 150 }, false],
  ['a value of the user', { destination: 'uk', service: 'frank_pay' }, false],
  ['a service of Fridays', { destination: 'uk', service: 'SD1PM_SAT' }, false],
])('a rule with %s: %s', (_what, change, expected) => {
  expect(isRuleSold(rule(change))).toBe(expected)
})

test.each(SERVICE_CODES)('the options of %s allow it', (service) => {
  expect(servicesFor(optionsOf(service))).toContain(service)
  expect(takesCompensation(service)).toBe(
    ['SD', 'SD9AM', 'SD1PM_SAT', 'SD9AM_SAT', 'IT', 'ITS', 'ISI', 'ITH'].includes(service),
  )
})

test.each([
  ['GB', 2000, 'small_parcel'],
  ['GB', 2001, 'medium_parcel'],
  ['IM', undefined, 'small_parcel'],
  ['FR', 2000, 'parcel'],
  ['FR', 2001, 'parcel_heavy'],
] as const)('a parcel to %s of %s g is a %s', (country, grams, packaging) => {
  expect(parcelFor({ country, weight: grams === undefined ? undefined : g(grams) })).toBe(packaging)
})
