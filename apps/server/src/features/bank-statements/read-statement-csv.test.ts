import { expect, it, test } from 'vitest'
import { readStatementCsv } from './read-statement-csv.ts'
import { bankText, penceOf, withKeys } from './statement-line.ts'

const HEADER = 'date,amount,reference,description,payer,transaction_id,currency'
const read = (row: string, header = HEADER) => readStatementCsv(`${header}\n${row}`, 'bank')

test.each([
  // written, pence
  ['1', 1_00],
  ['1.5', 1_50],
  ['1.50', 1_50],
  ['1.05', 1_05],
  ['1.50000', 1_50],
  ['-1.50', -1_50],
  ['-0.00', 0],
  ['9999999999.99', 999_999_999_999],
  ['10000000000', undefined],
  ['1.505', undefined],
  ['1.', undefined],
  ['.5', undefined],
  ['+1', undefined],
  ['', undefined],
])('%j pounds are %s pence', (written, pence) => {
  expect(penceOf(written)).toBe(pence)
})

test.each([
  ['  two  words\n', 20, 'two words'],
  ['a\u0000b\u202ec', 20, 'a b c'],
  ['abcdef', 3, 'abc'],
  ['ab\u{1f54a}', 3, 'ab\ufffd'],
])('text of a bank %j', (text, most, shown) => {
  expect(bankText(text, most)).toBe(shown)
})

it('a line has the texts of its columns, the reference before the description', () => {
  const { lines } = read('2026-11-20,5,INV-1,Transfer,LLEWELLYN,T-1,gbp')
  const texts = { text: 'INV-1 / Transfer', payer: 'LLEWELLYN', bank_reference: 'T-1' }
  expect(lines).toEqual([{ account: 'bank', booked_on: '2026-11-20', amount: 5_00, ...texts }])
  expect(read('2026-11-20,5,,Transfer,,,').lines[0]).toMatchObject({ text: 'Transfer', payer: '', bank_reference: '' })
})

test.each([
  ['a debit', '2026-11-20,-5,a,,,,', 'debit', '-5 GBP'],
  ['another currency', '2026-11-20,5,a,,,,USD', 'other_currency', '5 USD'],
  ['no money', '2026-11-20,0,a,,,,', 'no_amount', '0 GBP'],
])('ignores %s', (_what, row, reason, amount) => {
  expect(read(row)).toEqual({ lines: [], ignored: [{ account: 'bank', day: '2026-11-20', amount, reason }] })
})

test.each([
  ['nothing paid in', '20/11/2026,,a', 'debit', 'GBP'],
  ['no money paid in', '20/11/2026,0.00,a', 'no_amount', '0.00 GBP'],
])('ignores %s', (_what, row, reason, amount) => {
  expect(read(row, 'date,paid in,reference').ignored).toMatchObject([{ reason, amount, day: '2026-11-20' }])
})

test.each([
  ['"£1,234,567.50"', 1_234_567_50],
  ['"1,234"', 1_234_00],
])('reads the amount %s', (written, amount) => {
  expect(read(`2026-11-20,${written},a,,,,`).lines).toMatchObject([{ amount }])
})

const lines = (count: number) => Array.from({ length: count }, () => '2026-11-20,1,a,,,,').join('\n')

it('takes 10,000 lines and no more', () => {
  expect(read(lines(10_000)).lines).toHaveLength(10_000)
  expect(() => read(lines(10_001))).toThrow(
    expect.objectContaining({ code: 'too_many_lines', more: { details: { limit: 10_000 } } }) as Error,
  )
})

it('equal lines without a reference have different keys, which depend on every fact', () => {
  const facts = { account: 'a', booked_on: '2026-11-20', amount: read('2026-11-20,5,a,,,,').lines[0]!.amount }
  const line = { ...facts, text: 't', payer: 'p', bank_reference: '' }
  const others = [{ account: 'b' }, { booked_on: '2026-11-21' }, { text: 'u' }, { payer: 'q' }, { bank_reference: 'r' }]
  const keys = withKeys([line, line, ...others.map((change) => ({ ...line, ...change }))]).map(({ key }) => key)
  expect(new Set(keys).size).toBe(7)
  expect(keys.at(-1)).toBe('ref r')
  expect(keys[0]).toMatch(/^sha [0-9a-f]{64}$/)
  expect(withKeys([line])[0]?.key).toBe(keys[0])
})
