import { expect, it, test } from 'vitest'
import { readContract } from './read-contract.ts'

const COLUMNS = 'service,format,zone,min_weight_g,max_weight_g,compensation_gbp,price_pence,vat'
const ROW = '1,letter,UK,1,100,20,160,exempt'
const RECORD = {
  service: '1',
  format: 'letter',
  zone: 'UK',
  min_weight_g: '1',
  max_weight_g: '100',
  compensation_gbp: '20',
  price_pence: '160',
  vat: 'exempt',
}
const problemsOf = (text: string): unknown => {
  try {
    return readContract(text)
  } catch (error) {
    const { more } = error as { more: { fields: { field: string; code: string }[] } }
    return more.fields.map(({ field, code }) => `${field}: ${code}`)
  }
}

it('reads columns in any letters and order, rows by their number, and no other column', () => {
  const text = `Note,${COLUMNS.toUpperCase()}\nfirst,${ROW}\n\n,${ROW}`
  expect(readContract(text)).toEqual([
    { number: 2, record: RECORD },
    { number: 4, record: RECORD },
  ])
  expect(readContract(COLUMNS)).toEqual([])
})

test.each([
  ['a missing column', `${COLUMNS.replace(',vat', '')}\n${ROW.replace(',exempt', '')}`, ['1.vat: required']],
  ['a column twice', `${COLUMNS},VAT\n${ROW},exempt`, ['1.vat: not_allowed']],
  ['more cells than columns', `${COLUMNS}\n${ROW},9`, ['2: invalid']],
])('names %s', (_what, text, problems) => expect(problemsOf(text)).toEqual(problems))

it('names a hundred problems', () => {
  const long = Array.from({ length: 150 }, () => `${ROW},9`)
  expect(problemsOf([COLUMNS, ...long].join('\n'))).toHaveLength(100)
})
