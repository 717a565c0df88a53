import type { CostCenter } from '@postroom/contract/shipment-references'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { i18next } from '../../i18n.ts'
import { fittingColumns } from '../../ui/lists/columns.ts'
import { costCenterColumns, costCenterLines } from './cost-center-columns.tsx'

const columns = () => costCenterColumns(i18next.t, 'en-gb')
const aCenter = (amount: number, spent: number): CostCenter => ({
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c02',
  code: 'SUB',
  name: 'Subscriptions',
  is_active: true,
  version: 's1',
  budget: { amount, period: 'quarter', on_exceed: 'block', spent, left: amount - spent },
})
const { budget: _none, ...WITHOUT } = aCenter(0, 0)

it('has room for everything from 1,000 pixels on', () => {
  expect(columns().map(({ id, width, align }) => [id, width, align])).toEqual([
    ['code', 110, undefined],
    ['name', '1fr', undefined],
    ['budget', 170, 'end'],
    ['bar', 180, undefined],
    ['spent', 110, 'end'],
    ['left', 150, 'end'],
    ['on_exceed', 140, undefined],
  ])
  const shown = (width: number) => fittingColumns(columns(), width).map(({ id }) => id)
  expect(shown(759)).toEqual(['code', 'name', 'budget', 'left'])
  expect(shown(760)).toEqual(['code', 'name', 'budget', 'spent', 'left'])
  expect(shown(899)).not.toContain('on_exceed')
  expect(shown(900)).toEqual(['code', 'name', 'budget', 'spent', 'left', 'on_exceed'])
  expect(shown(999)).not.toContain('bar')
  expect(shown(1000)).toHaveLength(7)
  expect(columns().find(({ isRowHeader }) => isRowHeader)?.id).toBe('name')
})

it.each([
  [aCenter(400_00, 100_00), 'width="25"', false],
  [aCenter(400_00, 400_00), 'width="100"', false],
  [aCenter(400_00, 500_00), 'width="100"', true],
  [aCenter(0, 0), 'width="100"', false],
])('draws the share of a budget that is spent: %#', (center, width, isOver) => {
  const bar = renderToStaticMarkup(columns()[3]!.cell(center))
  expect(bar.slice(bar.lastIndexOf('<rect'))).toContain(width)
  expect(bar.includes('data-over')).toBe(isOver)
  expect(bar).toContain('viewBox="0 0 100 6"')
})

it.each([
  [aCenter(400_00, 100_00), '£300.00 left', 'SUB · £400.00 a quarter · Blocks', false],
  [aCenter(400_00, 400_00), '£0.00 left', 'SUB · £400.00 a quarter · Blocks', false],
  [aCenter(400_00, 400_01), '£0.01 over', 'SUB · £400.00 a quarter · Blocks', true],
  [WITHOUT, 'no budget', 'SUB', false],
] as [CostCenter, string, string, boolean][])('a cost centre on a phone: %#', (center, left, second, isOver) => {
  const lines = costCenterLines(i18next.t, 'en-gb')(center)
  const end = renderToStaticMarkup(lines.end)
  expect([renderToStaticMarkup(lines.first), end.replaceAll(/<[^>]*>/g, ''), lines.second]).toEqual([
    '<b>Subscriptions</b>',
    left,
    second,
  ])
  expect(end.includes('warn')).toBe(isOver)
})
