import { COUNTRIES } from '@postroom/domain/catalogue/country-table'
import { priceListFor } from '@postroom/domain/tariffs/price-list'
import { rowFor, type PriceKey, type PriceList, type PriceRow } from '@postroom/domain/tariffs/price-row'
import type { Grams } from '@postroom/domain/measures'
import { rate } from '@postroom/domain/rating/rating'
import type { ShipmentFacts } from '@postroom/domain/rating/shipment-facts'
import type { Part } from '../figure.ts'
import { medianTimes } from '../measure.ts'

const DAY = '2026-11-20'
const list = priceListFor('online', DAY)
const letter: ShipmentFacts = { packaging: 'letter', country: 'GB', day: DAY, options: [], weight: 80 as Grams }
const parcel: ShipmentFacts = { ...letter, packaging: 'small_parcel', country: 'FR', weight: 900 as Grams }

/** One query for each price of the list, for a country where that price can apply. */
const keys: PriceKey[] = list.rows.map(({ zone, from_g, format, service, compensation_gbp }) => ({
  service,
  compensation_gbp,
  weight: from_g,
  format: format === 'any' ? 'letter' : format,
  country: COUNTRIES.find(({ code, zone: of }) => of === zone || `country:${code}` === zone)!.code,
}))
const inTurn = <T>(ask: (key: PriceKey) => T): (() => T) => {
  let asked = 0
  return () => ask(keys[asked++ % keys.length]!)
}

/** The comparison without an index: scans the rows for the country, then for its zone. */
function naiveRowFor({ rows }: PriceList, key: PriceKey): PriceRow | undefined {
  const fits = (row: PriceRow): boolean =>
    row.service === key.service &&
    (row.format === key.format || row.format === 'any') &&
    row.compensation_gbp === key.compensation_gbp &&
    row.from_g <= key.weight &&
    key.weight <= row.to_g
  const { code, zone } = COUNTRIES.find((country) => country.code === key.country)!
  return (
    rows.find((row) => row.zone === `country:${code}` && fits(row)) ??
    rows.find((row) => row.zone === zone && fits(row))
  )
}

/** Finding prices and rating, without a server. */
export const measureRating: Part = async () => {
  for (const key of keys)
    if (rowFor(list, key)?.price !== naiveRowFor(list, key)?.price)
      throw new Error(`The two ways to find a price disagree: ${JSON.stringify(key)}`)
  const [index, rows, rateLetter, rateParcel] = await medianTimes([
    inTurn((key) => rowFor(list, key)),
    inTurn((key) => naiveRowFor(list, key)),
    () => rate(letter, list, DAY),
    () => rate(parcel, list, DAY),
  ])
  return [
    { name: 'find a price by the index, against row by row', value: index! / rows!, unit: '×' },
    { name: 'rate a letter, every service', value: rateLetter!, unit: 'ms' },
    { name: 'rate a parcel to France', value: rateParcel!, unit: 'ms' },
  ]
}
