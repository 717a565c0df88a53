import { expect, test } from 'vitest'
import type { Customs } from './customs.ts'
import { fitsCn22 } from './customs-form-room.ts'

const item = (description: string) =>
  ({ description, quantity: 1, hs_code: '', origin_country: '', sku: '', manufacturer_id: '' }) as never
/** On the form each article begins with its quantity: `1 × `. */
const article = (characters: number) => item('x'.repeat(characters - '1 × '.length))
const NONE = { company_EORI_number: '', customs_refnum_importer: '', eelpfc: '', booking_confirmation_number: '' }
const fits = (items: never[], given: Partial<Customs> = {}) => fitsCn22({ ...NONE, items, ...given } as Customs)

test.each([
  ['four articles', [20, 20, 20, 20], true],
  ['five articles', [20, 20, 20, 20, 20], false],
  ['seven lines', [40, 40, 40, 20], true],
  ['seven lines of a single article', [140], true],
  ['eight lines', [40, 40, 40, 40], false],
  ['a character on the eighth line', [40, 40, 40, 21], false],
])('%s fit on a CN 22: %s', (_what, lengths, expected) => {
  expect(fits(lengths.map(article))).toBe(expected)
})

test.each<[string, Partial<Customs>, boolean]>([
  ['none', {}, true],
  ['one of 40 characters', { eelpfc: 'x'.repeat(40) }, true],
  ['one of 41 characters', { eelpfc: 'x'.repeat(41) }, false],
  ['four of 40 characters with their commas', numbers(10, 10, 10, 4), true],
  ['four of 41 characters with their commas', numbers(10, 10, 10, 5), false],
])('numbers: %s', (_what, given, expected) => {
  expect(fits([article(20)], given)).toBe(expected)
})

function numbers(...lengths: [number, number, number, number]): Partial<Customs> {
  const [company_EORI_number, customs_refnum_importer, eelpfc, booking_confirmation_number] = lengths.map((length) =>
    'x'.repeat(length),
  )
  return { company_EORI_number, customs_refnum_importer, eelpfc, booking_confirmation_number } as Partial<Customs>
}
