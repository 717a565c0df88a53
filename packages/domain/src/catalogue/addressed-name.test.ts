import { expect, test } from 'vitest'
import { companyOrPerson, personOrCompany } from './addressed-name.ts'

test.each([
  ['Idris Pembroke', 'Pembroke & Daughters', 'Pembroke & Daughters', 'Idris Pembroke'],
  ['Idris Pembroke', '', 'Idris Pembroke', 'Idris Pembroke'],
  ['', 'Pembroke & Daughters', 'Pembroke & Daughters', 'Pembroke & Daughters'],
])('%j at %j is known as %j, and spoken to as %j', (name, company_name, known, spoken) => {
  expect([companyOrPerson({ name, company_name }), personOrCompany({ name, company_name })]).toEqual([known, spoken])
})
