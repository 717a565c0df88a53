import { expect, it } from 'vitest'
import { problemsOf } from './form-problems.ts'

const error = (message: string) => ({ type: 'contract', message })

it('lists the problems from the top of the page to its end', () => {
  expect(
    problemsOf({
      weight: error('required'),
      from: { name: error('name_or_company_required') },
      to: {
        postal_code: error('invalid_postcode'),
        phone1: error('too_long'),
        name: error('name_or_company_required'),
      },
    }),
  ).toEqual([
    { name: 'to.name', error: error('name_or_company_required') },
    { name: 'to.postal_code', error: error('invalid_postcode') },
    { name: 'to.phone1', error: error('too_long') },
    { name: 'from.name', error: error('name_or_company_required') },
    { name: 'weight', error: error('required') },
  ])
})

it('lists the parts of the item in the order of the page, each with its whole name, and unknown ones last', () => {
  const names = [
    'to',
    'from',
    'packaging',
    'weight',
    'length',
    'width',
    'height',
    'customs',
    'service',
    'compensation',
    'amount',
    'consequential_loss',
  ]
  const errors = Object.fromEntries(names.toReversed().map((name) => [name, error('required')]))
  expect(problemsOf(errors).map(({ name }) => name)).toEqual(names)
  expect(
    problemsOf({
      service: error('required'),
      customs: { contents_items: [undefined, { value: error('required') }] },
      height: error('required'),
    }).map(({ name }) => name),
  ).toEqual(['height', 'customs.contents_items.1.value', 'service'])
})

it('takes neither the element of a field nor what has no message for a problem', () => {
  const weight = { ...error('required'), ref: { message: 'an element' } }
  expect(problemsOf({ weight, to: { ref: { message: 'an element' } }, root: {} } as never)).toEqual([
    { name: 'weight', error: weight },
  ])
})
