import { expect, it } from 'vitest'
import { letterStock } from '../../mailing/letter-stocks.ts'
import { FROM } from '../../testing/a-shipment.ts'
import { emptyLetters, letterRequest, lettersDraft, lettersFormSchema, quantityFrom } from './letters-form.ts'

const FORM = { ...emptyLetters('2026-11-24', 'L7163'), weight: '90g' }
const META = { quantity: 1, avery_label_location: [], label_name: '', ERA: '', slogan: '' }

it('begins with one label for a letter of today', () => {
  expect(emptyLetters('2026-11-24', 'L7163')).toEqual({
    packaging: 'letter',
    weight: '',
    service: '',
    label_name: 'L7163',
    quantity: '1',
    slogan: '',
    return_address: '',
    shipping_date: '2026-11-24',
    costcenter: '',
  })
})

it.each([
  ['letter', '100g', undefined],
  ['letter', '101g', 'too_big'],
  ['large_letter', '750g', undefined],
  ['large_letter', '751g', 'too_big'],
  ['letter', 'heavy', 'invalid_weight'],
  ['letter', '', 'too_small'],
] as const)('a %s of “%s”: %s', (packaging, weight, code) => {
  const { error } = lettersFormSchema.safeParse({ ...FORM, packaging, weight })
  const issues = error?.issues.map((issue) => [
    issue.path[0],
    issue.code === 'custom' ? issue.params?.['code'] : issue.code,
  ])
  expect(issues).toEqual(code && [['weight', code]])
})

it.each([
  ['slogan', 60],
  ['return_address', 200],
] as const)('%s has at most %i characters', (field, most) => {
  const isTaken = (length: number) => lettersFormSchema.safeParse({ ...FORM, [field]: 'x'.repeat(length) }).success
  expect([isTaken(most), isTaken(most + 1)]).toEqual([true, false])
})

it.each([
  ['1', 1],
  [' 7 ', 7],
  ['100', 100],
  ['101', undefined],
  ['0', undefined],
  ['1000', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['', undefined],
])('a roll prints “%s” labels: %s', (text, count) => {
  expect(quantityFrom(text)).toBe(count)
})

it('asks the prices of one letter from the sender, without an addressee', () => {
  expect(letterRequest(FORM, FROM)).toEqual({
    carrier: 'RM',
    options: [],
    shipping_date: '2026-11-24',
    to: { country: 'GB', postal_code: '' },
    from: { country: 'GB', postal_code: 'SY20 8AE' },
    parcels: [{ number: 1, packaging: 'letter', weight: { value: 90, units: 'G' } }],
    meta_data: META,
  })
  expect(letterRequest(FORM, undefined)?.from).toEqual({ country: 'GB', postal_code: '' })
  expect(letterRequest({ ...FORM, weight: '?' }, FROM)).toBeUndefined()
})

it('buys what was chosen, for a cost centre where there is one', () => {
  const stock = letterStock('L7163')
  const id = 'b0f7c5b6-52a8-4f0e-8a0f-6d8a4b1f0c01'
  const typed = { ...FORM, slogan: 'Good books', return_address: 'Kiln\nTruro', costcenter: id }
  const positions = [{ index: 0, row: 2 }]
  const chosen = { service: '2SF' as const, by: id, total_charge: 91, from: FROM, stock, positions, quantity: 3 }
  expect(lettersDraft(typed, chosen)).toEqual({
    carrier: 'RM',
    shipping_date: '2026-11-24',
    parcels: [{ number: 1, packaging: 'letter', weight: { value: 90, units: 'G' } }],
    from: FROM,
    options: [{ code: 'signed_for', fields: {} }],
    service: '2SF',
    by: id,
    charges: { total_charge: 91 },
    label: { size: 'A4' },
    meta_data: {
      quantity: 3,
      avery_label_location: positions,
      label_name: 'L7163',
      ERA: 'Kiln\nTruro',
      slogan: 'Good books',
    },
    costcenter: [{ id }],
  })
  expect(lettersDraft(FORM, chosen).costcenter).toEqual([])
  expect(() => lettersDraft({ ...FORM, weight: '' }, chosen)).toThrow(RangeError)
})
