import { describe, expect, it, test } from 'vitest'
import { guessMapping, remap } from './columns.ts'

describe('guesses what a column fills', () => {
  test.each([
    ['Recipient,Firm,Street,Place,PC,Ref,Remarks', 'name,company_name,address1,city,postal_code,reference,'],
    ['name,address1,city,postal_code', 'name,address1,city,postal_code'],
    ['Address Line 1,ADDRESS_LINE_2,Address-3', 'address1,address2,address3'],
    [
      'Nom,Société,Adresse,Ville,Code postal,Pays,Téléphone,Réf.',
      'name,company_name,address1,city,postal_code,country,phone1,reference',
    ],
    ['Order Number,E-mail,Zip', 'reference,email,postal_code'],
    ['Name,Contact', 'name,'],
    ['company_name,state_province,phone1', 'company_name,state_province,phone1'],
    ['', ''],
  ])('%s', (heads, fields) => {
    expect(
      guessMapping(heads.split(','))
        .map((field) => field ?? '')
        .join(),
    ).toBe(fields)
  })
})

it('moves a field to another column, which the earlier one loses', () => {
  expect(remap(['name', 'city', undefined], 2, 'name')).toEqual([undefined, 'city', 'name'])
  expect(remap(['name', 'city', undefined], 0, undefined)).toEqual([undefined, 'city', undefined])
})
