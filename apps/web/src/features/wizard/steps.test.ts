import { expect, it } from 'vitest'
import { emptyShippingForm, type ShippingForm } from '../../item-form/shipping-form.ts'
import { stepAfter, stepFor, stepOf, STEPS } from './steps.ts'

const ADDRESS = { ...emptyShippingForm('2026-11-23').to, name: 'A', address1: '1', city: 'Hay', postal_code: 'HR3 5AA' }
const ANSWERED: ShippingForm = {
  ...emptyShippingForm('2026-11-23'),
  to: ADDRESS,
  from: ADDRESS,
  weight: '90g',
  service: '1SF',
}

it.each([
  ['check', {}, 'check'],
  ['posting', {}, 'posting'],
  ['nowhere', {}, 'to'],
  [null, {}, 'to'],
  ['check', { to: { ...ADDRESS, city: '' } }, 'to'],
  ['what', { weight: '' }, 'what'],
  ['speed', { weight: 'heavy' }, 'weight'],
  ['check', { service: '' }, 'speed'],
  ['posting', { service: '' }, 'speed'],
  ['check', { from: emptyShippingForm('2026-11-23').from }, 'from'],
] as const)('asked for the step %s with %j, shows %s', (asked, change, shown) =>
  expect(stepFor(asked, { ...ANSWERED, ...change })).toBe(shown),
)

it('asks one question after the other, and checks the answers last', () => {
  const walk = STEPS.map((step) => stepAfter(step, false))
  expect(walk).toEqual(['what', 'weight', 'speed', 'from', 'check', 'check', 'check'])
  expect(new Set(STEPS.map((step) => stepAfter(step, true)))).toEqual(new Set(['check']))
})

it.each([
  ['to.postal_code', 'to'],
  ['height', 'weight'],
  ['from.city', 'from'],
  ['shipping_date', 'posting'],
  ['service', 'speed'],
])('the field %s belongs to the step %s', (field, step) => expect(stepOf(field)).toBe(step))
