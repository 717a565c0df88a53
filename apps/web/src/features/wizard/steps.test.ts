import { expect, it } from 'vitest'
import { emptyShippingForm, type ShippingForm } from '../../item-form/shipping-form.ts'
import { questionsFor, stepAfter, stepFor, stepOf, STEPS, type Step } from './steps.ts'

const ADDRESS = { ...emptyShippingForm('2026-11-23').to, name: 'A', address1: '1', city: 'Hay', postal_code: 'HR3 5AA' }
const ANSWERED: ShippingForm = {
  ...emptyShippingForm('2026-11-23'),
  to: ADDRESS,
  from: ADDRESS,
  weight: '90g',
  service: '1SF',
}

const shownFor = (asked: string | null, form: ShippingForm, refused: readonly Step[] = []) =>
  stepFor(asked, form, questionsFor(form, true), refused)

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
  expect(shownFor(asked, { ...ANSWERED, ...change })).toBe(shown),
)

it('asks again for an answer that was refused, before what comes after it', () => {
  expect(shownFor('check', ANSWERED, ['reference', 'weight'])).toBe('weight')
  expect(shownFor('check', ANSWERED, ['reference'])).toBe('reference')
  expect(shownFor('to', ANSWERED, ['weight'])).toBe('to')
})

it('asks for the contents across a customs border, unless nothing is sold there', () => {
  const abroad = { ...ANSWERED, to: { ...ADDRESS, country: 'FR', postal_code: '75011' }, packaging: 'parcel' as const }
  expect(questionsFor(ANSWERED, true)).not.toContain('contents')
  expect(questionsFor(abroad, true)).toEqual(['to', 'what', 'weight', 'contents', 'speed', 'from'])
  expect(questionsFor(abroad, false)).not.toContain('contents')
  expect(shownFor('check', abroad)).toBe('contents')
  expect(stepFor('contents', abroad, questionsFor(abroad, false), [])).toBe('speed')
})

it('asks one question after the other, and checks the answers last', () => {
  const questions = questionsFor(ANSWERED, true)
  const walk = questions.map((step) => stepAfter(step, questions, false))
  expect(walk).toEqual(['what', 'weight', 'speed', 'from', 'check'])
  expect(stepAfter('posting', questions, false)).toBe('check')
  expect(new Set(STEPS.map((step) => stepAfter(step, questions, true)))).toEqual(new Set(['check']))
})

it.each([
  ['to.postal_code', 'to'],
  ['height', 'weight'],
  ['from.city', 'from'],
  ['shipping_date', 'posting'],
  ['service', 'speed'],
  ['customs.contents_items.0.value', 'contents'],
  ['reference2', 'reference'],
])('the field %s belongs to the step %s', (field, step) => expect(stepOf(field)).toBe(step))
