import fs from 'node:fs'
import { expect, test } from 'vitest'
import type { Grams } from '../measures.ts'
import { PACKAGING_CODES } from '../catalogue/packaging.ts'
import { rowFor } from './price-row.ts'
import { SERVICE_CODES } from '../catalogue/services.ts'
import { PRICE_LISTS } from './lists/price-lists.ts'

/*
 * Reads the raw figures independently of the product: each price fills one slot for every gram of its band. For every gram
 * the product must find the price of the slot, and nothing where the slot is empty.
 */
const HEAVIEST_G = 30_000
const slotsOf = new Map<string, Int32Array>()

function fill(cell: readonly unknown[], from_g: number, to_g: number, pence: number) {
  const name = cell.join(' ')
  const slots = slotsOf.get(name) ?? new Int32Array(HEAVIEST_G + 1)
  slotsOf.set(name, slots)
  for (let gram = from_g; gram <= to_g; gram++) {
    if (slots[gram] !== 0) throw new Error(`Two prices for ${name} at ${gram} g`)
    slots[gram] = pence
  }
}

interface Raw {
  channel: string
  effective_from: string
  service: string
  format: string
  zone: string
  min_weight_g: number
  max_weight_g: number
  compensation_gbp: number
  price_pence: number
  confidence: string
}
const figures = (name: string): unknown =>
  JSON.parse(fs.readFileSync(new URL(`../../figures/${name}.json`, import.meta.url), 'utf8'))

const { surcharges } = figures('surcharges-vat') as { surcharges: { id: string; value_pence: number }[] }
const FEE_ABROAD = surcharges.find(({ id }) => id === 'international_extra_compensation')!.value_pence

for (const raw of (figures('tariffs-2026-04-07') as { rows: Raw[] }).rows) {
  const { channel, effective_from, service, format, zone, min_weight_g, max_weight_g, price_pence, confidence } = raw
  if (confidence === 'placeholder') continue
  const cell = [channel, effective_from, service, format, zone]
  fill([...cell, raw.compensation_gbp], min_weight_g, max_weight_g, price_pence)
  if (['IT', 'ITS', 'ISI', 'ITH'].includes(service))
    fill([...cell, 250], min_weight_g, max_weight_g, price_pence + FEE_ABROAD)
}

const own = figures('international-tracked-online-country') as Raw & {
  prices: Record<string, Record<string, number>>
}
for (const [country, steps] of Object.entries(own.prices)) {
  let from_g = 1
  for (const [to_g, pence] of Object.entries(steps)) {
    const cell = [own.channel, own.effective_from, own.service, own.format, country]
    fill([...cell, 50], from_g, Number(to_g), pence)
    fill([...cell, 250], from_g, Number(to_g), pence + FEE_ABROAD)
    from_g = Number(to_g) + 1
  }
}

/** The lists that are CSV files. A country with its own price has `country:FR` as its zone. */
const FIGURES = new URL('../../figures/', import.meta.url)
const csvRows = fs.readdirSync(FIGURES).flatMap((name) => {
  if (!name.endsWith('.csv')) return []
  const [header = [], ...lines] = fs.readFileSync(new URL(name, FIGURES), 'utf8').split(/\r?\n/).map(cellsOf)
  const written = lines.filter((cells) => cells.length > 1)
  return written.map((cells) => Object.fromEntries(cells.map((cell, index) => [header[index]!, cell])))
})

/** Splits a line at the commas outside quotation marks. */
function cellsOf(line: string): string[] {
  return line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((cell) => cell.trim().replace(/^"|"$/g, ''))
}

for (const row of csvRows) {
  if (row.confidence === 'placeholder') continue
  const { channel, effective_from, service, format, zone, compensation_gbp } = row
  const cell = [channel, effective_from, service, format, zone!.replace('country:', ''), Number(compensation_gbp)]
  fill(cell, Number(row.min_weight_g), Number(row.max_weight_g), Number(row.price_pence))
}

/** One country of each zone, every country with its own price, and an unknown code. */
const ZONE_OF: Record<string, string> = {
  GB: 'UK',
  MC: 'EUR_1',
  PL: 'EUR_2',
  NO: 'EUR_3',
  BR: 'W1',
  SG: 'W2',
  US: 'W3',
}
for (const { iso2, zone } of (figures('zones') as { countries: { iso2: string; zone: string }[] }).countries)
  if (own.prices[iso2] || csvRows.some((row) => row.zone === `country:${iso2}`)) ZONE_OF[iso2] = zone
const COUNTRIES = [...Object.keys(ZONE_OF), 'ZZ']
const FORMATS = PACKAGING_CODES.filter((code) => code !== 'tube')
const LEVELS = [0, 20, 50, 75, 150, 250, 500, 750, 1000, 2500]
const NOTHING = new Int32Array(HEAVIEST_G + 1)
const LIMITS = csvRows.map(({ max_weight_g }) => Number(max_weight_g))
const EDGES = [...new Set([...LIMITS.flatMap((to_g) => [to_g, to_g + 1]), 1, HEAVIEST_G])]
const EVERY_GRAM = Array.from({ length: HEAVIEST_G }, (_, index) => index + 1)

/** Countries without their own price are priced like their zone, so they are compared only at the edges of bands. */
function gramsToLookAt(slots: Int32Array | undefined, country: string, service: string) {
  const isFirstOfZone = Object.keys(ZONE_OF).indexOf(country) < 7
  return slots && (isFirstOfZone || service === own.service) ? EVERY_GRAM : EDGES
}

let cells = 0
let priced = 0

test.each(PRICE_LISTS.map((list) => ({ id: list.id, list })))(
  '$id prices every gram as in the figures',
  ({ list }) => {
    const wrong: string[] = []
    for (const service of SERVICE_CODES)
      for (const format of FORMATS)
        for (const country of COUNTRIES)
          for (const compensation_gbp of LEVELS) {
            const at = (area: string | undefined, name: string) =>
              slotsOf.get([list.channel, list.effective_from, service, name, area, compensation_gbp].join(' '))
            const zone = ZONE_OF[country]
            const slots = at(country, format) ?? at(country, 'any') ?? at(zone, format) ?? at(zone, 'any')
            for (const weight of gramsToLookAt(slots, country, service)) {
              const row = rowFor(list, { service, format, country, compensation_gbp, weight: weight as Grams })
              const expected = (slots ?? NOTHING)[weight]
              cells++
              if (expected) priced++
              if ((row?.price ?? 0) !== expected && wrong.length < 10)
                wrong.push(
                  `${service} ${format} ${country} £${compensation_gbp} ${weight} g: ${row?.price}, not ${expected}`,
                )
            }
          }
    expect(wrong).toEqual([])
  },
  60_000,
)

test('compared millions of cells and every series of the figures', () => {
  expect(cells).toBeGreaterThan(20_000_000)
  expect(priced).toBeGreaterThan(2_000_000)
  const names = PRICE_LISTS.map((list) => `${list.channel} ${list.effective_from} `)
  expect([...slotsOf.keys()].filter((cell) => !names.some((name) => cell.startsWith(name)))).toEqual([])
})

test.each([0, -1, 0.5, Number.NaN, Infinity, 30_001])('%d g has no price and does not throw', (weight) => {
  const key = { format: 'letter', country: 'GB', compensation_gbp: 20, weight: weight as Grams } as const
  for (const list of PRICE_LISTS)
    for (const service of SERVICE_CODES) expect(rowFor(list, { ...key, service })).toBeUndefined()
})
