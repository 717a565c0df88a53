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
