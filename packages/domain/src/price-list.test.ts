import { describe, expect, test } from 'vitest'
import { priceListFor } from './price-list.ts'
import { rowFor, type PriceList, type PriceRow } from './price-row.ts'
import type { Grams } from './measures.ts'

const list = priceListFor('online', '2026-11-21')

test.each([
  ['2026-04-06', 0],
  ['2026-04-07', 72],
  ['2030-01-01', 72],
])('on %s the list has %i rows', (day, rows) => {
  const { id, effective_from, rows: found } = priceListFor('online', day)
  expect([id, effective_from, found.length]).toEqual(['online-2026-04-07', '2026-04-07', rows])
})

/** Read off the published list by hand: service, format, compensation, grams, pence. */
test.each([
  ['1', 'letter', 20, 1, 180],
  ['1', 'letter', 20, 100, 180],
  ['1', 'letter', 20, 101, undefined],
  ['2', 'letter', 20, 100, 91],
  ['1', 'large_letter', 20, 100, 320],
  ['1', 'large_letter', 20, 250, 330],
  ['2', 'large_letter', 20, 751, undefined],
  ['2', 'small_parcel', 20, 2000, 395],
  ['1', 'medium_parcel', 20, 2000, 735],
  ['1', 'medium_parcel', 20, 2001, 935],
  ['2', 'medium_parcel', 20, 10001, 1245],
  ['1SF', 'letter', 20, 100, 380],
  ['2SF', 'small_parcel', 20, 2000, 555],
  ['SD', 'letter', 750, 100, 945],
  ['SD', 'small_parcel', 1000, 501, 1445],
  ['SD', 'medium_parcel', 2500, 20000, 3695],
  ['SD1PM_SAT', 'letter', 750, 100, 1434],
  ['SD9AM', 'letter', 50, 100, undefined],
  ['1PP', 'letter', 20, 100, undefined],
] as const)('%s %s at £%i, %i g: %s', (service, format, compensation_gbp, weight, pence) => {
  expect(rowFor(list, { service, format, compensation_gbp, weight: weight as Grams })?.price).toBe(pence)
})

describe('rules that the rows keep', () => {
  const all = seriesOf(list)
  const named = [...all].map(([name, rows]) => ({ name, rows }))

  test.each(named)('$name: bands join up from 1 g and prices never fall', ({ rows }) => {
    expect(rows[0]?.from_g).toBe(1)
    for (const [index, row] of rows.entries()) {
      const next = rows[index + 1]
      expect(row.to_g).toBeGreaterThanOrEqual(row.from_g)
      if (next) expect([next.from_g, next.price >= row.price]).toEqual([row.to_g + 1, true])
    }
  })

  const price = (service: string, row: PriceRow, compensation = row.compensation_gbp): number | undefined =>
    all.get(`${service} ${row.format} £${compensation}`)?.find((other) => other.to_g === row.to_g)?.price

  test.each(list.rows.filter(({ service }) => service.endsWith('SF')))('$service $format $to_g g: the fee', (row) => {
    const fee = row.format.endsWith('letter') ? 200 : 160
    expect(row.price).toBe(price(row.service.slice(0, 1), row)! + fee)
  })

  test.each(list.rows.filter(({ service }) => service === 'SD'))('SD £$compensation_gbp $to_g g: level', (row) => {
    const over: Record<number, number> = { 750: 0, 1000: 300, 2500: 1000 }
    expect(row.price).toBe(price('SD', row, 750)! + over[row.compensation_gbp]!)
    expect(price('SD1PM_SAT', row)! * 10).toBe((row.price + 250) * 12)
  })

  test('only Saturday delivery contains VAT, and only derived prices are doubtful', () => {
    for (const { service, vat, confidence } of list.rows)
      expect([vat, confidence]).toEqual(service === 'SD1PM_SAT' ? ['standard_included', 'low'] : ['exempt', 'medium'])
  })
})

function seriesOf({ rows }: PriceList): Map<string, PriceRow[]> {
  const found = new Map<string, PriceRow[]>()
  for (const row of rows) {
    const name = `${row.service} ${row.format} £${row.compensation_gbp}`
    found.set(name, [...(found.get(name) ?? []), row])
  }
  return found
}
