import { expect, it, test } from 'vitest'
import { readInvoice } from './read-invoice.ts'

const HEADER = 'item_number,net,vat,date,service,weight_g'
const read = (row: string) => readInvoice(`${HEADER}\n${row}`)[0]
const problemsOf = (text: string): unknown[] => {
  try {
    return readInvoice(text)
  } catch (error) {
    const { more } = error as { more: { fields: { field: string; code: string }[] } }
    return more.fields.map(({ field, code }) => `${field}: ${code}`)
  }
}

it('a line has all that its columns give', () => {
  const facts = { item_number: 'A', net: 2_67, vat: 53, date: '2026-11-20', service: '1', weight_g: '80' }
  expect(read('A,2.67,0.53,20/11/2026,1,80')).toEqual({ ...facts, row: 2 })
  const absent = { vat: 0, date: '', service: '', weight_g: '' }
  expect(read('A,2.67,,,,')).toEqual({ ...facts, ...absent, row: 2 })
})

test.each([
  ['3', 3_00],
  ['-3.2', -3_20],
  ['999999.99', 999_999_99],
])('%s pounds', (written, pence) => {
  expect(read(`A,${written},0,,,`)).toMatchObject({ net: pence })
})

test.each([
  ['1000000', '2.net: invalid_amount'],
  ['1.005', '2.net: invalid_amount'],
  ['', '2.net: invalid_amount'],
])('no amount: %j', (written, problem) => {
  expect(problemsOf(`${HEADER}\nA,${written},0,,,`)).toEqual([problem])
})

test.each([
  [`${'x'.repeat(40)},1,0,,${'s'.repeat(60)},999999`, true],
  [`${'x'.repeat(41)},1,0,,,`, false],
  [`x,1,0,,${'s'.repeat(61)},`, false],
  ['x,1,0,,,1000000', false],
])('cells as long as they may be are read, longer ones refused', (row, isRead) => {
  expect(problemsOf(`${HEADER}\n${row}`).every((one) => typeof one === 'object')).toBe(isRead)
})

const lines = (count: number, net: string) =>
  `${HEADER}\n${Array.from({ length: count }, () => `A,${net},0,,,`).join('\n')}`

it('a hundred problems are named, and at most 10,000 lines are read', () => {
  expect(problemsOf(lines(150, 'x'))).toHaveLength(100)
  expect(readInvoice(lines(10_000, '1'))).toHaveLength(10_000)
  expect(() => readInvoice(lines(10_001, '1'))).toThrow(
    expect.objectContaining({ code: 'too_many_lines', more: { details: { limit: 10_000 } } }) as Error,
  )
})
