import type { SendingRuleFields } from '@postroom/contract/sending-rule'
import { describe, expect, it } from 'vitest'
import { changed, formOf, levelsOf, newRule, ruleOf, servicesTo, wrongIn } from './rule-form.ts'

const SHOP = '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c02'
const EVERY: SendingRuleFields = { destination: 'uk', service: 'SD' }

describe('a saved rule as a form', () => {
  it.each([
    [{}, { weight: '', value: '', shop: '', compensation: '' }],
    [{ max_grams: 2000 }, { weight: '2 kg' }],
    [{ max_grams: 1500 }, { weight: '1500 g' }],
    [{ over_pence: 5050 }, { value: '50.50' }],
    [{ over_pence: 0 }, { value: '0.00' }],
    [{ shop_id: SHOP }, { shop: SHOP }],
    [{ compensation_gbp: 1000 }, { compensation: '1000' }],
  ])('with %o has %o, and is read as the same rule', (part, typed) => {
    const rule = { ...EVERY, ...part }
    expect(formOf(rule)).toMatchObject({ destination: 'uk', service: 'SD', ...typed })
    expect(ruleOf(formOf(rule))).toEqual(rule)
  })

  it('has a key of its own', () => {
    expect(formOf(EVERY).key).not.toBe(formOf(EVERY).key)
    expect(newRule().key).not.toBe(newRule().key)
  })
})

it('a new rule sends every order inside the United Kingdom with Tracked 48', () => {
  expect(ruleOf(newRule())).toEqual({ destination: 'uk', service: 'TR48' })
})

it.each([
  [{ weight: 'much' }, { weight: true, value: false }],
  [{ value: 'much' }, { weight: false, value: true }],
  [
    { weight: ' ', value: ' ' },
    { weight: false, value: false },
  ],
])('a form with %o is wrong in %o, and is no rule while it is', (typed, wrong) => {
  const form = { ...newRule(), ...typed }
  expect(wrongIn(form)).toEqual(wrong)
  expect(ruleOf(form) === undefined).toBe(wrong.weight || wrong.value)
})

it.each([
  ['uk', 'TR48', true],
  ['uk', 'IT', false],
  ['abroad', 'IT', true],
  ['abroad', 'TR48', false],
  ['any', 'TR48', false],
] as const)('a rule for %s can choose %s: %s', (destination, service, isSold) => {
  expect(servicesTo(destination).includes(service)).toBe(isSold)
})

it('only services that are sold with more compensation have levels of it', () => {
  expect(levelsOf('SD')).toEqual([750, 1000, 2500])
  expect(levelsOf('2')).toEqual([])
})

describe('a change', () => {
  it('keeps what still fits', () => {
    const form = { ...newRule(), service: 'SD' as const, compensation: '2500' }
    expect(changed(form, { weight: '2 kg' })).toEqual({ ...form, weight: '2 kg' })
  })

  it('of the service drops a level that the service does not have', () => {
    expect(changed({ ...newRule(), service: 'SD', compensation: '1000' }, { service: 'TR48' })).toMatchObject({
      service: 'TR48',
      compensation: '',
    })
  })

  it('of the destination drops a service that is not sold there', () => {
    const { service } = changed(newRule(), { destination: 'abroad' })
    expect(servicesTo('abroad')[0]).toBe(service)
    expect(servicesTo('uk')).not.toContain(service)
  })
})
