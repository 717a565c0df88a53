import type { Spending } from '@postroom/contract/spending'
import { expect, it, test } from 'vitest'
import { slotsOf, ticksTo } from './chart-slots.ts'
import { groupOf } from './service-groups.ts'
import { SERVICE_CODES } from '@postroom/domain/catalogue/services'

const bar = (from: string, service: Spending['bars'][number]['service'], items: number, spend: number, to = from) => {
  return { from, to, service, items, spend }
}

test('each working day has a place, a weekend only if something was bought', () => {
  const bars = [bar('2026-11-06', '1', 1, 320), bar('2026-11-14', '2', 1, 100)]
  const slots = slotsOf({ from: '2026-11-05', to: '2026-11-16', bars })
  expect(slots.map(({ from, isAfterGap }) => `${from.slice(8)}${isAfterGap ? ' after a gap' : ''}`)).toEqual([
    '05',
    '06',
    '09 after a gap',
    '10',
    '11',
    '12',
    '13',
    '14',
    '16 after a gap',
  ])
})

test('the services of a day are stacked by group, always in the same order', () => {
  const bars = [
    bar('2026-11-06', 'IT', 1, 1180),
    bar('2026-11-06', '1', 2, 640),
    bar('2026-11-06', '1SF', 1, 460),
    bar('2026-11-06', '2', 1, 1),
    bar('2026-11-06', 'SD', 1, 0),
  ]
  expect(slotsOf({ from: '2026-11-06', to: '2026-11-06', bars })[0]).toMatchObject({
    items: 6,
    spend: 2281,
    parts: [
      { group: 'second', spend: 1 },
      { group: 'first', spend: 1100 },
      { group: 'abroad', spend: 1180 },
    ],
  })
})

test('a long period has a place for each month, also for one without a purchase', () => {
  const bars = [bar('2026-09-10', '1', 1, 320, '2026-09-30'), bar('2026-11-01', '1', 1, 320, '2026-11-19')]
  const slots = slotsOf({ from: '2026-09-10', to: '2026-11-19', bars })
  expect(slots.map(({ from, to, spend }) => [from, to, spend])).toEqual([
    ['2026-09-10', '2026-09-30', 320],
    ['2026-10-01', '2026-10-31', 0],
    ['2026-11-01', '2026-11-19', 320],
  ])
})

test('a long period that ends with one day of a month has a place for it, even on a Sunday', () => {
  const slots = slotsOf({ from: '2026-08-10', to: '2026-11-01', bars: [] })
  expect(slots.map(({ from, isAfterGap }) => [from, isAfterGap])).toEqual([
    ['2026-08-10', false],
    ['2026-09-01', false],
    ['2026-10-01', false],
    ['2026-11-01', false],
  ])
})

it.each([
  [141_43, [0, 50_00, 100_00, 150_00]],
  [2_222_53, [0, 1000_00, 2000_00, 3000_00]],
  [60_00, [0, 20_00, 40_00, 60_00]],
  [3_20, [0, 2_00, 4_00]],
  [3_00, [0, 1_00, 2_00, 3_00]],
  [25_00, [0, 10_00, 20_00, 30_00]],
  [0, [0, 1_00]],
])('lines for %i pence', (max, ticks) => {
  expect(ticksTo(max)).toEqual(ticks)
})

test('each service has a group', () => {
  const groups = Map.groupBy(SERVICE_CODES, groupOf)
  expect(Object.fromEntries(groups)).toEqual({
    first: ['1', '1PP', '1SF'],
    second: ['2', '2PP', '2SF'],
    special: ['SD', 'SD9AM', 'SD1PM_SAT', 'SD9AM_SAT'],
    tracked: ['TR24', 'TR24S', 'TR48', 'TR48S'],
    abroad: ['IE', 'IS', 'IT', 'ITS', 'ISI', 'ITH'],
    own_value: ['frank_pay'],
  })
})
