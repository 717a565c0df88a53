import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { COUNTRIES } from '../catalogue/country-table.ts'
import type { Grams } from '../measures.ts'
import { priceListFor } from './price-list.ts'
import { rowFor, type PriceFormat, type PriceList, type PriceRow } from './price-row.ts'
import type { ServiceCode } from '../catalogue/services.ts'
import { brokenRules } from './tariff-rules.ts'
import { PRICE_LISTS } from './lists/price-lists.ts'

const figures = (name: string): unknown =>
  JSON.parse(fs.readFileSync(new URL(`../../figures/${name}.json`, import.meta.url), 'utf8'))
const [online, post_office, franking] = (['online', 'post_office', 'franking'] as const).map((channel) =>
  priceListFor(channel, '2026-04-07'),
) as [PriceList, PriceList, PriceList]
const COUNTRY_IN = { UK: 'GB', EUR_1: 'MC', EUR_2: 'PL', EUR_3: 'NO', W1: 'BR', W2: 'SG', W3: 'US' } as const

/** Published prices that break a rule, once for each level of compensation. */
const PUBLISHED_SO = [
  'online-2026-04-07 price_falls IT parcel country:AU £50 1500',
  'online-2026-04-07 price_falls IT parcel country:AU £250 1500',
  'online-2026-04-07 price_falls IT parcel country:IE £50 1250',
  'online-2026-04-07 price_falls IT parcel country:IE £250 1250',
  'online-2026-04-07 price_falls IT parcel country:IT £50 1250',
  'online-2026-04-07 price_falls IT parcel country:IT £250 1250',
  // + 140 where every other parcel of that day is + 150
  'post-office-2025-10-06 signed_for 1SF small_parcel UK £20 2000',
]

test('every list has contiguous bands, prices that never fall and consistent fees, except the published exceptions', () => {
  const broken = PRICE_LISTS.flatMap(({ id, rows }) =>
    brokenRules(rows).map(
      ({ at, code }) => `${id} ${code} ${at.service} ${at.format} ${at.zone} £${at.compensation_gbp} ${at.to_g}`,
    ),
  )
  expect(broken.toSorted()).toEqual(PUBLISHED_SO.toSorted())
})

test.each([
  ['before', (rows: readonly PriceRow[]) => rows],
  ['after', (rows: readonly PriceRow[]) => rows.toReversed()],
])('a wrong fee is found at the higher compensation, with the lower listed %s it', (_place, ordered) => {
  const rows = online.rows.filter(({ service }) => service === 'IT')
  const at = rows.findIndex(({ compensation_gbp }) => compensation_gbp === 250)
  const wrong = { ...rows[at]!, price: (rows[at]!.price + 1) as PriceRow['price'] }
  const found = brokenRules(ordered(rows.with(at, wrong))).filter(({ code }) => code === 'compensation')
  expect(found.map((one) => one.at)).toEqual([wrong])
})

/** The row of another service or level for the same weight; its bands may be wider. */
const beside = ({ rows }: PriceList, row: PriceRow, service: ServiceCode, compensation_gbp = row.compensation_gbp) =>
  rows.find(
    (one) =>
      one.service === service &&
      one.format === row.format &&
      one.zone === row.zone &&
      one.compensation_gbp === compensation_gbp &&
      one.from_g <= row.to_g &&
      row.to_g <= one.to_g,
  )

describe('fees are as published', () => {
  test.each([
    // list                                service  on       letters  parcels  rows
    ['online-2026-04-07', '1SF', '1', 200, 160, 9],
    ['online-2026-04-07', '2SF', '2', 200, 160, 9],
    ['post-office-2026-04-07', '1SF', '1', 200, 160, 9],
    ['post-office-2026-04-07', '2SF', '2', 200, 160, 9],
    ['franking-2026-04-07', '1SF', '1', 200, 160, 4],
    ['franking-2026-04-07', '2SF', '2', 200, 160, 4],
    ['online-2026-04-07', 'TR24S', 'TR24', 200, 160, 5],
    ['online-2026-04-07', 'TR48S', 'TR48', 200, 160, 5],
    ['post-office-2026-04-07', 'TR24S', 'TR24', 200, 160, 5],
    ['post-office-2026-04-07', 'TR48S', 'TR48', 200, 160, 5],
    ['post-office-2025-10-06', '1SF', '1', 190, 150, 9],
    ['post-office-2025-10-06', '2SF', '2', 190, 150, 9],
  ] as const)('%s: %s is %s and %ip for letters, %ip for parcels', (id, service, plain, letters, parcels, count) => {
    const list = PRICE_LISTS.find((one) => one.id === id)!
    const rows = list.rows.filter((row) => row.service === service)
    expect(rows).toHaveLength(count)
    const wrong = rows.filter((row) => {
      const fee = row.price - beside(list, row, plain)!.price
      const name = `${id} signed_for ${service} ${row.format} UK £20 ${row.to_g}`
      return fee !== (row.format.endsWith('letter') ? letters : parcels) && !PUBLISHED_SO.includes(name)
    })
    expect(wrong).toEqual([])
  })

  test.each([
    // list                                service     from  level  fee   rows
    ['online-2026-04-07', 'SD', 750, 1000, 300, 6],
    ['online-2026-04-07', 'SD', 750, 2500, 1000, 6],
    ['post-office-2026-04-07', 'SD', 750, 1000, 300, 6],
    ['post-office-2026-04-07', 'SD', 750, 2500, 1000, 6],
    ['post-office-2026-04-07', 'SD9AM', 50, 1000, 700, 3],
    ['post-office-2026-04-07', 'SD9AM', 50, 2500, 1500, 3],
    ['post-office-2026-04-07', 'SD1PM_SAT', 750, 2500, 1200, 6],
    ['post-office-2026-04-07', 'IT', 50, 250, 310, 68],
    ['online-2026-04-07', 'IT', 50, 250, 310, 149],
    ['post-office-2025-10-06', 'SD', 750, 1000, 300, 6],
    ['post-office-2025-10-06', 'SD9AM_SAT', 50, 2500, 1500, 4],
    ['post-office-2025-10-06', 'ISI', 50, 250, 250, 60],
  ] as const)('%s: %s from £%i to £%i costs %ip more', (id, service, lowest, level, fee, count) => {
    const list = PRICE_LISTS.find((one) => one.id === id)!
    const rows = list.rows.filter((row) => row.service === service && row.compensation_gbp === level)
    expect(rows).toHaveLength(count)
    for (const row of rows) expect(row.price - beside(list, row, service, lowest)!.price).toBe(fee)
  })

  test('Saturday: (SD + £2.50) × 1.2, and SD9AM + £3.00, in every list', () => {
    const saturdays = PRICE_LISTS.flatMap((list) => list.rows.map((row) => ({ list, row }))).filter(({ row }) =>
      row.service.endsWith('_SAT'),
    )
    expect(saturdays).toHaveLength(75)
    for (const { list, row } of saturdays) {
      if (row.service === 'SD1PM_SAT') expect(row.price * 10).toBe((beside(list, row, 'SD')!.price + 250) * 12)
      else expect(row.price).toBe(beside(list, row, 'SD9AM')!.price + 300)
    }
  })
})

const parcels = ({ rows }: PriceList) => rows.filter((row) => row.service === 'IE' && row.format === 'parcel')

describe('rules between zones and lists', () => {
  test('Economy parcels cost the same in all zones, online 5p less than at the counter', () => {
    for (const row of parcels(online)) expect(row.price).toBe(beside(post_office, row, 'IE')!.price - 5)
    for (const list of PRICE_LISTS.filter((one) => parcels(one).length > 0)) {
      const prices = parcels(list).filter(({ to_g }) => to_g === 2000)
      expect([list.id, prices.length, new Set(prices.map(({ price }) => price)).size]).toEqual([list.id, 6, 1])
    }
  })

  /** Doubtful online figures: they are above the counter price. */
  const DEARER_ONLINE = [
    ...['EUR_1', 'EUR_2', 'EUR_3'].map((zone) => `IS large_letter ${zone} 750`),
    ...['EUR_1', 'EUR_2'].flatMap((zone) => [10000, 15000, 20000].map((to_g) => `ITH parcel_heavy ${zone} ${to_g}`)),
  ]

  test('online costs no more than the counter, except for nine doubtful figures', () => {
    const dearer = online.rows.flatMap((row) => {
      const counter = row.compensation_gbp === 250 ? undefined : beside(post_office, row, row.service)
      return counter && row.price > counter.price ? [`${row.service} ${row.format} ${row.zone} ${row.to_g}`] : []
    })
    expect(dearer.toSorted()).toEqual(DEARER_ONLINE.toSorted())
  })

  test('franking costs no more than online', () => {
    expect(franking.rows).toHaveLength(16)
    for (const row of franking.rows) expect(row.price).toBeLessThanOrEqual(beside(online, row, row.service)!.price)
  })

  test('has the chosen counter price where sources differ', () => {
    const { conflicts } = figures('tariff-conflicts') as { conflicts: Record<string, string | number>[] }
    expect(conflicts).toHaveLength(16)
    for (const { service, format, zone, max_weight_g, used } of conflicts) {
      const found = post_office.rows.find(
        (row) => row.service === service && row.format === format && row.zone === zone && row.to_g === max_weight_g,
      )
      expect(found?.price).toBe(used)
    }
  })
})

test('a placeholder is never sold', () => {
  interface Raw {
    service: ServiceCode
    format: PriceFormat
    zone: keyof typeof COUNTRY_IN
    compensation_gbp: number
    min_weight_g: Grams
    max_weight_g: Grams
    confidence: string
  }
  const { rows } = figures('tariffs-2026-04-07') as { rows: Raw[] }
  const placeholders = rows.filter(({ confidence }) => confidence === 'placeholder')
  expect(placeholders).toHaveLength(513)
  for (const { service, format, zone, compensation_gbp, min_weight_g, max_weight_g } of placeholders)
    for (const weight of [min_weight_g, max_weight_g])
      expect(rowFor(franking, { service, format, country: COUNTRY_IN[zone], compensation_gbp, weight })).toBeUndefined()
})

test('no price exceeds the weight limit of its format', () => {
  const HEAVIEST = {
    letter: 100,
    large_letter: 750,
    small_parcel: 2000,
    medium_parcel: 20000,
    any: 20000,
    parcel: 2000,
    parcel_heavy: 20000,
  }
  for (const { service, format, to_g } of PRICE_LISTS.flatMap(({ rows }) => rows)) {
    const limit = service.startsWith('TR') && format === 'large_letter' ? 1000 : HEAVIEST[format]
    expect(to_g).toBeLessThanOrEqual(service.startsWith('SD9AM') ? 2000 : limit)
  }
})

test('250 destinations, each in one zone', () => {
  const counts = Object.keys(COUNTRY_IN).map((zone) => COUNTRIES.filter((country) => country.zone === zone).length)
  expect(counts).toEqual([4, 5, 23, 29, 161, 27, 1])
  expect(new Set(COUNTRIES.map(({ code }) => code)).size).toBe(250)
})

/** Copied from the published lists by hand. */
test.each([
  ['post_office', '1', 'letter', 'UK', 20, 100, 180, 'high'],
  ['post_office', '2', 'letter', 'UK', 20, 100, 91, 'high'],
  ['post_office', '1', 'letter', 'UK', 20, 101, undefined, undefined],
  ['online', '1', 'letter', 'UK', 20, 1, 180, 'medium'],
  ['franking', '1', 'letter', 'UK', 20, 100, 177, 'medium'],
  ['franking', '2', 'letter', 'UK', 20, 100, 88, 'medium'],
  ['franking', '1', 'large_letter', 'UK', 20, 101, 328, 'medium'],
  ['franking', '2', 'large_letter', 'UK', 20, 500, 230, 'medium'],
  ['franking', '1', 'large_letter', 'UK', 20, 501, undefined, undefined],
  ['post_office', '1', 'large_letter', 'UK', 20, 100, 330, 'high'],
  ['post_office', '1', 'large_letter', 'UK', 20, 101, 360, 'high'],
  ['post_office', '2', 'large_letter', 'UK', 20, 750, 270, 'high'],
  ['online', '1', 'large_letter', 'UK', 20, 250, 330, 'medium'],
  ['post_office', '2', 'small_parcel', 'UK', 20, 2000, 425, 'high'],
  ['post_office', '1', 'medium_parcel', 'UK', 20, 2001, 1005, 'high'],
  ['post_office', '1', 'medium_parcel', 'UK', 20, 20000, 1545, 'high'],
  ['online', '2', 'medium_parcel', 'UK', 20, 10001, 1245, 'medium'],
  ['post_office', '1SF', 'letter', 'UK', 20, 100, 380, 'high'],
  ['post_office', '2SF', 'small_parcel', 'UK', 20, 2000, 585, 'medium'],
  ['franking', '1SF', 'letter', 'UK', 20, 100, 377, 'low'],
  ['post_office', 'TR24', 'large_letter', 'UK', 75, 1000, 395, 'high'],
  ['online', 'TR48', 'small_parcel', 'UK', 150, 2000, 365, 'medium'],
  ['post_office', 'TR48S', 'medium_parcel', 'UK', 75, 10000, 1065, 'high'],
  ['post_office', 'SD', 'letter', 'UK', 750, 100, 995, 'high'],
  ['post_office', 'SD', 'medium_parcel', 'UK', 2500, 20000, 3795, 'medium'],
  ['online', 'SD', 'small_parcel', 'UK', 1000, 501, 1445, 'medium'],
  ['post_office', 'SD1PM_SAT', 'letter', 'UK', 750, 100, 1494, 'high'],
  ['post_office', 'SD1PM_SAT', 'letter', 'UK', 2500, 2000, 3414, 'medium'],
  ['post_office', 'SD9AM', 'letter', 'UK', 50, 100, 5395, 'high'],
  ['post_office', 'SD9AM', 'letter', 'UK', 1000, 1001, 8195, 'medium'],
  ['post_office', 'SD9AM_SAT', 'letter', 'UK', 50, 2000, 7795, 'low'],
  ['post_office', 'IS', 'letter', 'EUR_1', 20, 100, 360, 'high'],
  ['post_office', 'IS', 'parcel', 'W3', 20, 2000, 3960, 'high'],
  ['online', 'IS', 'parcel', 'EUR_2', 20, 750, 1135, 'medium'],
  ['post_office', 'IE', 'letter', 'W1', 20, 100, 350, 'high'],
  ['post_office', 'IE', 'letter', 'EUR_1', 20, 100, undefined, undefined],
  ['online', 'IE', 'parcel', 'W2', 20, 1000, 2890, 'medium'],
  ['post_office', 'IT', 'parcel', 'EUR_3', 50, 1000, 1915, 'medium'],
  ['online', 'IT', 'parcel', 'W3', 50, 1000, 1753, 'medium'],
  ['post_office', 'ITH', 'parcel_heavy', 'W2', 50, 20000, 22820, 'medium'],
] as const)(
  '%s %s %s to %s, £%i, %i g: %ip',
  (channel, service, format, zone, compensation_gbp, grams, pence, confidence) => {
    const weight = grams as Grams
    const row = rowFor(priceListFor(channel, '2026-04-07'), {
      service,
      format,
      country: COUNTRY_IN[zone],
      compensation_gbp,
      weight,
    })
    expect([row?.price, row?.confidence]).toEqual([pence, confidence])
  },
)

/** International Tracked online: a country's own price, beside that of another country of its zone. */
test.each([
  ['FR', 'parcel', 250, 990],
  ['MC', 'parcel', 250, 895],
  ['JP', 'parcel', 2000, 2690],
  ['BR', 'parcel', 2000, 2890],
  ['FR', 'letter', 100, 810],
] as const)('online IT to %s, %s of %i g: %ip', (country, format, weight, pence) => {
  const key = { service: 'IT', format, country, compensation_gbp: 50, weight: weight as Grams } as const
  expect(rowFor(online, key)?.price).toBe(pence)
})
