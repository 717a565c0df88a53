import { expect, it } from 'vitest'
import { formNameOf, problemsOf } from './form-problems.ts'

it.each([
  ['to.postal_code', 'to.postal_code'],
  ['from.email', 'from.email'],
  ['parcels.0.weight.value', 'weight'],
  ['parcels.0.dim.width', 'width'],
  ['parcels.0.dim', 'length'],
  ['options.0.fields.amount.value', 'amount'],
  ['options.0', 'option'],
  ['references.0', 'reference'],
  ['shipping_date', 'shipping_date'],
  ['by', undefined],
  ['to', undefined],
])('the server’s %s is the form’s %s', (field, name) => expect(formNameOf({ field })).toBe(name))

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
    { name: 'to.name', code: 'name_or_company_required' },
    { name: 'to.postal_code', code: 'invalid_postcode' },
    { name: 'to.phone1', code: 'too_long' },
    { name: 'from.name', code: 'name_or_company_required' },
    { name: 'weight', code: 'required' },
  ])
})
