import { expect, it, test } from 'vitest'
import { manifestSchema, reasonIn } from './answers.ts'

test.each<[unknown, string | undefined]>([
  [{ code: 'BadRequest', message: 'It is invalid.' }, 'It is invalid.'],
  [[{ message: 'One.' }, { message: ' Two\n three. ' }], 'One. Two three.'],
  [{ errors: [{ description: 'One.' }, { description: 'Two.' }] }, 'One. Two.'],
  [{ httpCode: '429', httpMessage: 'Too Many Requests' }, 'Too Many Requests'],
  [{ message: '' }, undefined],
  [{ message: '   ' }, undefined],
  [[], undefined],
  [{ errors: 'none' }, undefined],
  [undefined, undefined],
])('reads why %j refuses', (body, reason) => expect(reasonIn(body)).toBe(reason))

it('keeps 300 characters of a reason', () => {
  expect(reasonIn({ message: 'a'.repeat(300) })).toBe('a'.repeat(300))
  expect(reasonIn({ message: 'a'.repeat(301) })).toBe('a'.repeat(300))
})

test.each([
  [[{ description: 'No orders.' }, { description: 'Try later.' }], 'No orders. Try later.'],
  [[], undefined],
  [null, undefined],
])('reads the errors %j of a manifest as one line', (errors, line) =>
  expect(manifestSchema.parse({ manifestNumber: 7, errors })).toMatchObject({ manifestNumber: 7, errors: line }),
)
