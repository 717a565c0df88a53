import { describe, expect, test } from 'vitest'
import { priceListFor } from './price-list.ts'
import type { PriceList } from './price-row.ts'
import { checkTariff } from './tariff-check.ts'
import type { TariffRecord } from './tariff-record.ts'

/** The counter list of 2026 with a later day. */
const list = priceListFor('post_office', '2026-04-07')
const written = ({ channel, rows }: PriceList): TariffRecord[] =>
  rows.map((row) => ({
    channel,
    effective_from: '2027-04-06',
    service: row.service,
    format: row.format,
    zone: row.zone,
    min_weight_g: String(row.from_g),
    max_weight_g: String(row.to_g),
    compensation_gbp: String(row.compensation_gbp),
    price_pence: String(row.price),
    vat: row.vat,
    confidence: row.confidence,
    sources: 'price guide',
  }))
const next = written(list)
const at = (change: Record<string, string>) => (row: TariffRecord) =>
  Object.entries(change).every(([column, value]) => row[column] === value)
const without = (where: Record<string, string>) => next.filter((row) => !at(where)(row))
const errorsIn = (records: readonly TariffRecord[]) =>
  checkTariff(records, priceListFor).filter(({ severity }) => severity === 'error')

test('reports no error and no change for the same prices on a later day', () => {
  expect(checkTariff(next, priceListFor)).toEqual([
    { severity: 'information', code: 'changed', message: 'prices that differ from post-office-2026-04-07: 0' },
  ])
})

describe('reports one wrong price with its row', () => {
  test.each([
    // rule               the row                                                                 becomes
    ['price_falls', { service: 'IS', format: 'parcel', zone: 'W3', max_weight_g: '500' }, { price_pence: '1949' }],
    ['band', { service: 'IS', format: 'parcel', zone: 'W3', max_weight_g: '250' }, { min_weight_g: '2' }],
    ['band', { service: 'IS', format: 'parcel', zone: 'W3', max_weight_g: '500' }, { min_weight_g: '250' }],
    ['band', { service: 'IS', format: 'parcel', zone: 'W3', max_weight_g: '500' }, { min_weight_g: '252' }],
    ['signed_for', { service: '1SF', format: 'letter' }, { price_pence: '381' }],
    ['signed_for', { service: '2SF', format: 'small_parcel' }, { price_pence: '584' }],
    ['tracked_signature', { service: 'TR48S', format: 'small_parcel' }, { price_pence: '604' }],
    ['saturday', { service: 'SD1PM_SAT', compensation_gbp: '750', max_weight_g: '100' }, { price_pence: '1493' }],
    ['saturday', { service: 'SD9AM_SAT', compensation_gbp: '50', max_weight_g: '100' }, { price_pence: '5696' }],
    ['compensation', { service: 'SD', compensation_gbp: '1000', max_weight_g: '100' }, { price_pence: '1294' }],
    [
      'compensation',
      { service: 'ITS', zone: 'W1', format: 'letter', compensation_gbp: '250' },
      { price_pence: '1171' },
    ],
    ['europe', { service: 'IS', format: 'letter', zone: 'EUR_3' }, { price_pence: '361' }],
    ['vat', { service: 'TR24', format: 'small_parcel' }, { vat: 'exempt' }],
    ['not_sold', { service: '1', format: 'letter' }, { compensation_gbp: '30' }],
    ['not_sold', { service: '1', format: 'letter' }, { format: 'parcel' }],
    ['not_sold', { service: 'TR24', format: 'small_parcel' }, { zone: 'W1' }],
    ['not_sold', { service: 'TR24', format: 'small_parcel' }, { zone: 'country:FR' }],
    ['not_sold', { service: 'IT', format: 'letter', zone: 'EUR_1' }, { zone: 'country:JE' }],
  ])('%s: %j becomes %j', (code, where, change) => {
    const index = next.findIndex(at(where))
    const errors = errorsIn(next.with(index, { ...next[index], ...change }))
    expect(errors).toContainEqual(expect.objectContaining({ code, row: index + 2 }))
  })

  test('two prices for the same item', () => {
    expect(errorsIn([...next, next[0]!])).toContainEqual(
      expect.objectContaining({ code: 'duplicate', row: next.length + 2 }),
    )
  })
})

describe('rejects an unreadable list', () => {
  test.each([
    ['channel', 'shop'],
    ['effective_from', '06/04/2027'],
    ['effective_from', '2027-02-30'],
    ['service', '3'],
    ['format', 'tube'],
    ['zone', 'EUROPE'],
    ['zone', 'country:ZZ'],
    ['min_weight_g', '0'],
    ['max_weight_g', '1.5'],
    ['max_weight_g', '1e3'],
    ['compensation_gbp', '-20'],
    ['price_pence', '0'],
    ['price_pence', '1.80'],
    ['vat', 'yes'],
    ['confidence', 'sure'],
    ['sources', ''],
  ])('%s cannot be "%s"', (column, value) => {
    expect(errorsIn(next.with(3, { ...next[3], [column]: value }))).toEqual([
      { severity: 'error', code: 'unreadable', row: 5, message: `${column} cannot be '${value}'` },
    ])
  })

  test.each([
    ['effective_from', '2027-04-07'],
    ['channel', 'online'],
  ])('a list of two: %s %s', (column, value) => {
    expect(errorsIn(next.with(3, { ...next[3], [column]: value }))).toEqual([
      expect.objectContaining({ code: 'mixed', row: 5 }),
    ])
  })

  test('reads a price without compensation', () => {
    expect(errorsIn(next.with(3, { ...next[3], compensation_gbp: '0' })).map(({ code }) => code)).not.toContain(
      'unreadable',
    )
  })

  test('an empty list', () => {
    expect(errorsIn([])).toEqual([{ severity: 'error', code: 'empty', message: 'the list has no rows' }])
  })
})

test('a country may have its own price', () => {
  const row = next.find(at({ service: 'IT', format: 'letter', zone: 'EUR_1', compensation_gbp: '50' }))!
  expect(errorsIn([...next, { ...row, zone: 'country:FR', price_pence: '800' }])).toEqual([])
})

test('rejects a second list for the same day, because a list never changes', () => {
  expect(errorsIn(next.map((row) => ({ ...row, effective_from: '2026-04-07' })))).toEqual([
    expect.objectContaining({ code: 'list_exists' }),
  ])
})

describe('a price that was sold before must have a price or a placeholder', () => {
  const gone = { code: 'off_sale', severity: 'error' }
  test.each([
    ['1SF letter UK', { service: '1SF', format: 'letter' }],
    ['TR24 small_parcel UK', { service: 'TR24', format: 'small_parcel' }],
    ['IT letter W2', { service: 'IT', format: 'letter', zone: 'W2' }],
    ['1 medium_parcel UK', { service: '1', format: 'medium_parcel', max_weight_g: '20000' }],
    ['SD any UK', { service: 'SD', max_weight_g: '20000' }],
  ])('%s', (name, where) => {
    const message = `${name}: sold in post-office-2026-04-07, without a price here. If that is intended, add a placeholder`
    expect(errorsIn(without(where))).toEqual([{ ...gone, message }])
    const meant = next.map((row) => (at(where)(row) ? { ...row, confidence: 'placeholder' } : row))
    expect(errorsIn(meant)).toEqual([])
  })

  test('one level of compensation is enough', () => {
    expect(errorsIn(without({ service: 'SD', compensation_gbp: '2500' }))).toEqual([])
  })

  test('a country without its own price any more pays that of its zone', () => {
    const online = written(priceListFor('online', '2026-04-07'))
    const others = online.filter(({ zone }) => !zone!.startsWith('country:'))
    expect(errorsIn(others)).toEqual([])
    const withoutZone = others.filter((row) => !at({ service: 'IT', format: 'parcel', zone: 'EUR_1' })(row))
    expect(errorsIn(withoutZone).map(({ message }) => message.split(':')[0])).toContain('IT parcel EUR_1')
  })

  test('prices by format replace one price for any format', () => {
    const formats = ['letter', 'large_letter', 'small_parcel', 'medium_parcel']
    const apart = next.flatMap((row) =>
      row['format'] === 'any' ? formats.map((format) => ({ ...row, format })) : [row],
    )
    expect(errorsIn(apart)).toEqual([])
    const withoutLetters = apart.filter((row) => !at({ service: 'SD', format: 'letter' })(row))
    expect(errorsIn(withoutLetters)).toContainEqual(expect.objectContaining(gone))
  })
})

test('reports the number of changes, the largest rise, new and removed prices, and those not sold', () => {
  const letter = next.findIndex(at({ service: '1', format: 'letter' }))
  const dearer = next
    .with(letter, { ...next[letter]!, price_pence: '190' })
    .map((row) => (row['service'] === '1SF' ? { ...row, confidence: 'placeholder' } : row))
  const abroad = next.find(at({ service: 'IT', format: 'letter', zone: 'EUR_1', compensation_gbp: '50' }))!
  const rows = [...dearer, { ...abroad, zone: 'country:FR' }]
  expect(checkTariff(rows, priceListFor).map(({ code, message }) => [code, message])).toEqual([
    ['placeholders', 'placeholders, which are not sold: 9'],
    ['changed', 'prices that differ from post-office-2026-04-07: 1'],
    ['largest_rise', 'largest rise: 1 letter UK £20 to 100 g, + 10p'],
    ['added', 'new prices: 1, the first is IT letter country:FR £50 to 100 g'],
    ['gone', 'removed prices: 9, the first is 1SF letter UK £20 to 100 g'],
  ])
})
