import { expect, it } from 'vitest'
import { aQueued } from '../../../testing/a-queued.ts'
import { findRows } from './find-rows.ts'
import { rowsOf } from './queue-row.ts'

const prepared = (number: number, to: object, references: string[] = []) => {
  const { shipment } = aQueued(number)
  return aQueued(number, { shipment: { ...shipment, references, to: { ...shipment.to, ...to } } })
}
const ROWS = rowsOf(
  [
    prepared(7, { name: 'Élodie Lefèvre', company_name: 'Atelier d’Or', city: 'Newtown', postal_code: 'SY16 2PQ' }),
    prepared(70, { name: 'Jean-Luc Morel', city: 'Newport', postal_code: 'NP20 1AA' }, ['Job 4711', 'kiln']),
    prepared(8, { name: 'Ann Newman', city: 'Truro', postal_code: 'TR1 3QP' }),
  ],
  new Map(),
  new Map(),
  { userId: '', now: 0 },
)
const found = (text: string) => findRows(ROWS, text).map(({ code }) => code)

it.each([
  ['K-7', ['K-7']],
  [' k-7 ', ['K-7']],
  ['k7', ['K-7']],
  ['K 7', ['K-7']],
  ['7', ['K-7']],
  ['-7', ['K-7']],
  ['K-70', ['K-70']],
  ['k-', ['K-7', 'K-70', 'K-8']],
])('the code %j means the row with exactly this code', (text, codes) => {
  expect(found(text)).toEqual(codes)
})

it.each([
  ['elodie', ['K-7']],
  ['LEFÈVRE', ['K-7']],
  ['atelier', ['K-7']],
  ['or', ['K-7']],
  ['new', ['K-7', 'K-70', 'K-8']],
  ['new n', ['K-7', 'K-70', 'K-8']],
  ['new  truro', ['K-8']],
  ['newt', ['K-7']],
  ['town', []],
  ['sy16', ['K-7']],
  ['sy162pq', ['K-7']],
  ['2pq', ['K-7']],
  ['jean-l', ['K-70']],
  ['luc', []],
  ['4711', ['K-70']],
  ['kil', ['K-70']],
  ['ann, newm', ['K-8']],
  ['ann kiln', []],
  ['K-9', []],
  ['', []],
  [' ,. ', []],
])('the text %j means the rows with words that begin like each of its words', (text, codes) => {
  expect(found(text)).toEqual(codes)
})
