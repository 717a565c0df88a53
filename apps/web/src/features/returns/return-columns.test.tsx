import type { ReturnedItem } from '@postroom/contract/returned-item'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { i18next } from '../../i18n.ts'
import { aShipment } from '../../testing/a-shipment.ts'
import { fittingColumns } from '../../ui/lists/columns.ts'
import { nameOf, returnColumns, returnLines } from './return-columns.tsx'

const columns = () => returnColumns(i18next.t, 'en-gb')
const RETURN: ReturnedItem = {
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c02',
  shipment_id: aShipment().id,
  transaction_type: 'postage',
  number: 'ZZ123456785GB',
  to: aShipment().to,
  shipping_date: '2026-11-16',
  reason: 'refused',
  action: 'keep',
  notes: 'wet',
  state: 'open',
  created_at: '2026-11-19T14:12:00.000Z',
}

it('has room for numbers from 860 pixels on, and for notes from 960', () => {
  expect(columns().map(({ id, width }) => [id, width])).toEqual([
    ['created_at', 90],
    ['to', '1fr'],
    ['number', 140],
    ['reason', 170],
    ['notes', '1fr'],
    ['act', 250],
  ])
  const shown = (width: number) => fittingColumns(columns(), width).map(({ id }) => id)
  expect(shown(859)).toEqual(['created_at', 'to', 'reason', 'act'])
  expect(shown(860)).toEqual(['created_at', 'to', 'number', 'reason', 'act'])
  expect(shown(959)).not.toContain('notes')
  expect(shown(960)).toHaveLength(6)
  expect(columns().find(({ isRowHeader }) => isRowHeader)?.id).toBe('to')
})

it.each([
  [RETURN, 'Marguerite Llewellyn', '14 Heol y Gogledd, Aberystwyth, SY23 2HT', 'Refused · 19 Nov · ZZ123456785GB'],
  [
    { ...RETURN, number: '', to: { ...RETURN.to, company_name: 'Hafren Books', address1: '' } },
    'Hafren Books',
    'Aberystwyth, SY23 2HT',
    'Refused · 19 Nov',
  ],
])('an item on a phone: %#', (row, name, place, second) => {
  const lines = returnLines(i18next.t, 'en-gb')(row)
  expect([nameOf(row), lines.second]).toEqual([name, second])
  expect(renderToStaticMarkup(lines.first).replaceAll(/<[^>]*>/g, '')).toBe(`${name} ${place}`)
})
