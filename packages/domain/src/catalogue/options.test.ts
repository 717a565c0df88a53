import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OPTION_CODES, servicesFor, type OptionCode } from './options.ts'
import { isInPlan, SERVICE_CODES, SERVICES } from './services.ts'

describe('which services options allow (spec §5)', () => {
  const ALLOWED: [rule: string, options: OptionCode[], services: string[]][] = [
    ['prepay reply: 1PP and 2PP', ['prepay_reply'], ['1PP', '2PP']],
    ['signed for: 1SF and 2SF', ['signed_for'], ['1SF', '2SF']],
    ['special delivery: all four', ['special_delivery'], ['SD', 'SD9AM', 'SD1PM_SAT', 'SD9AM_SAT']],
    ['international economy: its own code', ['international_economy'], ['IE']],
    ['international standard: its own code', ['international_standard'], ['IS']],
    ['international tracked: its own code', ['international_tracked'], ['IT']],
    ['international tracked and signed: its own code', ['international_tracked_signed'], ['ITS']],
    ['international signed: its own code', ['international_signed'], ['ISI']],
    ['international tracked heavier: its own code', ['international_tracked_heavier'], ['ITH']],
    ['no option: 1 and 2 only', [], ['1', '2']],
    ['tracked: both speeds, with signature or not', ['tracked'], ['TR24', 'TR24S', 'TR48', 'TR48S']],
    ['signature: tracked with signature', ['signature'], ['TR24S', 'TR48S']],
    ['tracked and signature: what both allow', ['tracked', 'signature'], ['TR24S', 'TR48S']],
    ['own value', ['frank_pay'], ['frank_pay']],
    ['surcharge', ['surcharge'], ['frank_pay']],
    ['conflicting options allow nothing', ['signed_for', 'special_delivery'], []],
  ]
  test.each(ALLOWED)('%s', (_rule, options, services) => expect(servicesFor(options)).toEqual(services))

  test('the cases include each option on its own', () => {
    const alone = ALLOWED.flatMap(([, options]) => (options.length === 1 ? options : []))
    expect(alone.toSorted()).toEqual(OPTION_CODES.toSorted())
  })
})

const someOptions = fc.uniqueArray(fc.constantFrom(...OPTION_CODES))

test('is independent of the order of options, and an additional option never allows more services', () => {
  fc.assert(
    fc.property(someOptions, fc.constantFrom(...OPTION_CODES), (options, more) => {
      const services = servicesFor(options)
      expect(servicesFor(options.toReversed())).toEqual(services)
      if (options.length > 0) for (const code of servicesFor([...options, more])) expect(services).toContain(code)
    }),
  )
})

test('the only options that share a service are tracked and signature, and the two entered amounts', () => {
  const pairs = OPTION_CODES.flatMap((one, index) =>
    OPTION_CODES.slice(index + 1).map((other) => [one, other] as const),
  )
  expect(pairs.filter((pair) => servicesFor(pair).length > 0)).toEqual([
    ['tracked', 'signature'],
    ['frank_pay', 'surcharge'],
  ])
})

test('lists every service once, in the order of the codes', () => {
  expect(SERVICES.map(({ code }) => code)).toEqual([...SERVICE_CODES])
})

test('Lite buys signed for and special delivery only, full buys all (spec §9)', () => {
  const lite = ['1SF', '2SF', 'SD', 'SD9AM', 'SD1PM_SAT', 'SD9AM_SAT']
  expect(SERVICE_CODES.filter((code) => isInPlan(code, 'lite'))).toEqual(lite)
  expect(SERVICE_CODES.filter((code) => isInPlan(code, 'full'))).toEqual([...SERVICE_CODES])
})
