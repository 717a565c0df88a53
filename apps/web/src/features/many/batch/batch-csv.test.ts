import type { BatchRow } from '@postroom/contract/shipment-batch'
import { shipmentDraftSchema } from '@postroom/contract/shipment'
import { expect, it } from 'vitest'
import { aShipment, FROM } from '../../../testing/a-shipment.ts'
import { batchCsv } from './batch-csv.ts'

const CHECK = '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a02'
const HEADS =
  '"row","name","company_name","address1","address2","address3","city","postal_code","country","state","print_state","service","number","amount","error"'
const linesOf = (...rows: BatchRow[]) => batchCsv(rows).split('\r\n')
const bought = (change: object): BatchRow => ({
  key: `${CHECK}.7`,
  position: 0,
  state: 'bought',
  to: { name: 'Ann', company_name: '', city: 'Truro' },
  bought: { amount: 395, service: '2', item_numbers: ['ZZ1GB', 'ZZ2GB'], print_state: 'printed' },
  ...change,
})

it('begins with a byte order mark and the names of the columns, and ends each line', () => {
  const text = batchCsv([])
  expect(text).toBe(`\uFEFF${HEADS}\r\n`)
})

it('gives what a bought row cost in pounds, its numbers and its print', () => {
  expect(
    linesOf(bought({}), bought({ key: 'own', position: 4, bought: undefined, state: 'waiting' })).slice(1),
  ).toEqual([
    '"7","Ann","","","","","Truro","","","bought","printed","2","ZZ1GB ZZ2GB","3.95",""',
    '"5","Ann","","","","","Truro","","","waiting","","","","",""',
    '',
  ])
})

it('gives a refused row its whole address, and one whose person was erased none', () => {
  const { to, parcels, shipping_date } = aShipment()
  const shipment = shipmentDraftSchema.parse({
    to: { ...to, address2: 'Flat 2', address3: 'Yard' },
    from: FROM,
    parcels,
    shipping_date,
    options: [],
    service: '2',
    by: CHECK,
  })
  const error = { code: 'price_changed' as const, description: 'x', request_id: CHECK }
  const row: BatchRow = { key: `${CHECK}.3`, position: 0, state: 'failed', shipment, error }
  expect(linesOf(row, { key: `${CHECK}.4`, position: 1, state: 'failed' }).slice(1, 3)).toEqual([
    '"3","Marguerite Llewellyn","","14 Heol y Gogledd","Flat 2","Yard","Aberystwyth","SY23 2HT","GB","failed","","","","","price_changed"',
    '"4","","","","","","","","","failed","","","","",""',
  ])
})

it.each([
  ['=1+1', `"'=1+1"`],
  ['+44', `"'+44"`],
  ['-1', `"'-1"`],
  ['@a', `"'@a"`],
  [' a', `"' a"`],
  ['\ta', `"'\ta"`],
  ['＝a', `"'＝a"`],
  ['＋a', `"'＋a"`],
  ['－a', `"'－a"`],
  ['＠a', `"'＠a"`],
  ['a=1', '"a=1"'],
  ['The "Bee", Ltd', '"The ""Bee"", Ltd"'],
])('writes %j so that no spreadsheet computes or splits it', (name, cell) => {
  expect(linesOf(bought({ to: { name, company_name: '', city: '' } }))[1]).toBe(
    `"7",${cell},"","","","","","","","bought","printed","2","ZZ1GB ZZ2GB","3.95",""`,
  )
})
