import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../calendar.ts'
import { isDomestic } from '../catalogue/countries.ts'
import { COUNTRIES } from '../catalogue/country-table.ts'
import { CONTENTS_TYPES } from '../customs/customs.ts'
import type { Grams, Millimetres } from '../measures.ts'
import { toPence } from '../money.ts'
import { PACKAGING_CODES, packagingOf } from '../catalogue/packaging.ts'
import { priceListFor } from '../tariffs/price-list.ts'
import { CHANNELS } from '../tariffs/channels.ts'
import type { PriceList } from '../tariffs/price-row.ts'
import { rate, servicesAllowed } from './rating.ts'
import { OPTION_CODES, optionOf } from '../catalogue/options.ts'
import { SERVICES, type Service, type ServiceCode } from '../catalogue/services.ts'
import type { ChosenOption, ShipmentFacts } from './shipment-facts.ts'
import { customs, FRIDAY } from '../testing/rating-scene.ts'
import { runs } from '../testing/sweep.ts'

const optional = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined, freq: 3 })

/** Omits undefined fields, because an absent field differs from an undefined one. */
const compact = <T extends object>(of: fc.Arbitrary<object>) =>
  of.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as T)

const grams = (max: number) => fc.integer({ min: 1, max }) as fc.Arbitrary<Grams>
const side = (max: number) => fc.integer({ min: 1, max }) as fc.Arbitrary<Millimetres>
const sides = (max: number) => fc.tuple(side(max), side(max), side(max))

/** The facts that do not depend on the service. */
const around = {
  day: fc.integer({ min: 0, max: 7 }).map((days) => addDays(FRIDAY, days)),
  customs: optional(
    fc
      .record({ type: fc.constantFrom(...CONTENTS_TYPES), value: fc.integer({ min: 0, max: 3000_00 }) })
      .map(({ type, value }) => customs(type, value)),
  ),
  with_pickup: optional(fc.constant(true)),
  handling_charge: optional(fc.nat(1000).map(toPence)),
}

const anyOption = compact<ChosenOption>(
  fc.record({
    code: fc.constantFrom(...OPTION_CODES),
    compensation_gbp: optional(fc.constantFrom(0, 20, 50, 75, 150, 250, 500, 750, 1000, 2500)),
    saturday: optional(fc.constant(true)),
    consequential_loss_gbp: optional(fc.constantFrom(-1, 0, 1000, 2500, 5000, 7500, 10_000)),
    amount: optional(fc.integer({ min: -1, max: 1001_00 }).map(toPence)),
  }),
)

/** Any combination of facts; few make sense. */
const anything = compact<ShipmentFacts>(
  fc.record({
    ...around,
    packaging: fc.constantFrom(...PACKAGING_CODES),
    weight: fc.oneof(grams(2000), grams(30_000)),
    sides: optional(sides(2000)),
    country: fc.oneof(fc.constantFrom('RU', 'ZZ', 'US', 'GB'), fc.constantFrom(...COUNTRIES.map(({ code }) => code))),
    day: fc.integer({ min: -1, max: 8 }).map((days) => addDays(FRIDAY, days)),
    options: fc.array(anyOption, { maxLength: 3 }),
  }),
)

/** A shipment whose format, option, destination and weight suit a service. */
const sensible = fc.constantFrom(...SERVICES).chain((service) =>
  fc.constantFrom(...service.formats).chain((packaging) =>
    compact<ShipmentFacts>(
      fc.record({
        ...around,
        packaging: fc.constant(packaging),
        weight: grams(packagingOf(packaging).max_weight),
        sides: optional(sides(packaging.endsWith('letter') ? 25 : 300)),
        country: fc.oneof(favourites(service), fc.constantFrom(...countriesOf(service))),
        options: optionsFor(service),
      }),
    ),
  ),
)

const countriesOf = ({ scope }: Service) =>
  COUNTRIES.map(({ code }) => code).filter((code) => isDomestic(code) === (scope === 'uk'))

const favourites = ({ scope }: Service) =>
  scope === 'uk' ? fc.constant('GB') : fc.constantFrom('FR', 'US', 'IE', 'IT', 'AU', 'CN')

function optionsFor({ code, compensation_gbp }: Service): fc.Arbitrary<ChosenOption[]> {
  const codes = OPTION_CODES.filter((option) => optionOf(option).services.includes(code))
  if (codes.length === 0) return fc.constant([])
  const special = codes.includes('special_delivery')
  const option = compact<ChosenOption>(
    fc.record({
      code: fc.constantFrom(...codes),
      compensation_gbp:
        special || code.startsWith('I') ? optional(fc.constantFrom(...compensation_gbp)) : fc.constant(undefined),
      saturday: special ? optional(fc.constant(true)) : fc.constant(undefined),
      consequential_loss_gbp: special ? optional(fc.constantFrom(0, 1000, 2500, 5000)) : fc.constant(undefined),
      amount: code === 'frank_pay' ? fc.integer({ min: 1, max: 999_99 }).map(toPence) : fc.constant(undefined),
    }),
  )
  return fc.uniqueArray(option, {
    minLength: 1,
    maxLength: code === 'frank_pay' ? 1 : codes.length,
    selector: (chosen) => chosen.code,
  })
}

/** Shipments for property tests: mostly valid ones. */
const someFacts = fc.oneof({ weight: 1, arbitrary: anything }, { weight: 3, arbitrary: sensible })

const DAYS = [FRIDAY, '2026-11-21', '2026-04-06', '2026-04-07', '2025-10-10', '2020-01-03']
const lists = CHANNELS.flatMap((channel) => DAYS.map((day) => priceListFor(channel, day)))

const someList = fc.constantFrom(...lists)
const TERMS = { pickup_fee: toPence(350) }
const RUNS = runs(2000)

/** The other orientations of a box. */
const TURNS = [
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const

const rateOn = (facts: ShipmentFacts, list: PriceList) => rate(facts, list, FRIDAY, TERMS)

test('rating never throws, and quotes or rejects exactly the allowed services (spec §5)', () => {
  let quoted = 0
  fc.assert(
    fc.property(someFacts, someList, (facts, list) => {
      const answer = rateOn(facts, list)
      if (!answer.ok) return
      const answered = [
        ...answer.quotes.map(({ service }) => service.code),
        ...answer.unavailable.map((row) => row.service),
      ]
      expect(answered.toSorted()).toEqual(servicesAllowed(facts.options).toSorted())
      quoted += answer.quotes.length
    }),
    RUNS,
  )
  expect(quoted).toBeGreaterThan(RUNS.numRuns / 20)
})

test('is independent of the order of options', () => {
  fc.assert(
    fc.property(someFacts, someList, (facts, list) => {
      const turned = rateOn({ ...facts, options: facts.options.toReversed() }, list)
      const answer = rateOn(facts, list)
      if (answer.ok) expect(turned).toEqual(answer)
      else expect(turned).toMatchObject({ refusal: { code: answer.refusal.code } })
    }),
    RUNS,
  )
})

test('is independent of the order of the sides', () => {
  let quoted = 0
  fc.assert(
    fc.property(someFacts, fc.constantFrom(...TURNS), someList, (facts, [a, b, c], list) => {
      const box = facts.sides
      if (!box || facts.packaging === 'tube') return
      const turned = rateOn({ ...facts, sides: [box[a], box[b], box[c]] }, list)
      const answer = rateOn(facts, list)
      expect(turned).toEqual(answer)
      if (answer.ok) quoted += answer.quotes.length
    }),
    RUNS,
  )
  expect(quoted).toBeGreaterThan(RUNS.numRuns / 50)
})

test('price lines add up to the total, and none is negative', () => {
  fc.assert(
    fc.property(someFacts, someList, (facts, list) => {
      const answer = rateOn(facts, list)
      if (!answer.ok) return
      for (const { explanation, charges } of answer.quotes) {
        expect(explanation.reduce((sum, { amount }) => sum + amount, 0)).toBe(charges.total_charge)
        expect(charges.base_charge + charges.total_fees).toBe(charges.total_charge)
        for (const { amount } of explanation) expect(amount).toBeGreaterThanOrEqual(0)
        expect(charges.vat).toBeLessThanOrEqual(charges.total_charge / 6 + 1)
      }
    }),
    RUNS,
  )
})

/** Published country prices of International Tracked online that fall with the weight, at 1,250 g, 1,250 g and 1,500 g. */
const FALLING = [
  ['IE', 1250],
  ['IT', 1250],
  ['AU', 1500],
] as const

const falls = (service: ServiceCode, facts: ShipmentFacts, list: PriceList, heavier: number): boolean =>
  service === 'IT' &&
  list.channel === 'online' &&
  FALLING.some(([code, to_g]) => code === facts.country && facts.weight <= to_g && heavier > to_g - 250)

test('a heavier item never costs less in the same service and format', () => {
  let compared = 0
  fc.assert(
    fc.property(someFacts, fc.integer({ min: 1, max: 5000 }), someList, (facts, more, list) => {
      const heavier = (facts.weight + more) as Grams
      const [light, heavy] = [rateOn(facts, list), rateOn({ ...facts, weight: heavier }, list)]
      if (!light.ok || !heavy.ok) return
      for (const { service, charges } of light.quotes) {
        const other = heavy.quotes.find((quote) => quote.service.code === service.code)
        if (!other || falls(service.code, facts, list, heavier)) continue
        expect(other.charges.total_charge, service.code).toBeGreaterThanOrEqual(charges.total_charge)
        compared++
      }
    }),
    RUNS,
  )
  expect(compared).toBeGreaterThan(RUNS.numRuns / 20)
})

test.each(FALLING)('the published price to %s falls at %i g, as the exception says', (country, to_g) => {
  const list = priceListFor('online', FRIDAY)
  const price = (weight: number) => {
    const facts = { packaging: 'parcel', country, day: FRIDAY, options: [{ code: 'international_tracked' }] } as const
    const answer = rateOn({ ...facts, weight: weight as Grams }, list)
    return answer.ok ? answer.quotes[0]!.charges.total_charge : Number.NaN
  }
  expect(price(to_g)).toBeLessThan(price(to_g - 250))
})

test('every advised alternative is sold at the advised price', () => {
  let advised = 0
  fc.assert(
    fc.property(someFacts, someList, (facts, list) => {
      const answer = rateOn(facts, list)
      if (!answer.ok) return
      for (const { service, charges, meta_data } of answer.quotes) {
        const { advice } = meta_data
        if (!advice) continue
        advised++
        expect(advice.total_charge).toBeLessThan(charges.total_charge)
        if (!advice.packaging) continue
        const taken = rateOn({ ...facts, packaging: advice.packaging }, list)
        const quote = taken.ok && taken.quotes.find((row) => row.service.code === service.code)
        expect(quote && quote.charges.total_charge).toBe(advice.total_charge)
      }
    }),
    RUNS,
  )
  expect(advised).toBeGreaterThan(20)
})
