import { ZONES } from '@postroom/domain/catalogue/countries'
import { PACKAGING_CODES } from '@postroom/domain/catalogue/packaging'
import type { Channel } from '@postroom/domain/tariffs/channels'
import type { PriceArea, PriceRow } from '@postroom/domain/tariffs/price-row'
import { SERVICE_CODES, type ServiceCode } from '@postroom/domain/catalogue/services'
import type { TariffRow } from '@postroom/domain/tariffs/tariff-record'
import type { CountryFigure } from './tariff-figures.ts'

const WRITTEN = '// Written by `npm run tariffs` from packages/domain/figures; do not edit.\n'

/** All figures of one channel from one day on. */
export type ListRows = readonly [TariffRow, ...TariffRow[]]

/** The id of a price list, which is also the name of its file. */
export const listId = ([{ channel, effective_from }]: ListRows): string =>
  `${channel.replace('_', '-')}-${effective_from}`

/**
 * A price list in TypeScript: one line for each series of prices by weight. @param names full names of the source codes
 */
export function priceListText(rows: ListRows, names: Readonly<Record<string, string>>): string {
  const [{ channel, effective_from }] = rows
  const sold = rows.filter(({ placeholder }) => !placeholder).map(({ price }) => price)
  return `${WRITTEN}import { priceRows, type PriceList } from '../price-row.ts'

/** ${TITLES[channel]} from ${effective_from}. Sources: packages/domain/figures/README.md. */
export const ${constantOf(rows)}: PriceList = {
  id: '${listId(rows)}',
  channel: '${channel}',
  effective_from: '${effective_from}',
  unpublished: {
${reasonsUnpublished(rows).join('\n')}
  },
  sources: {
${sourceTexts(sold, names).join('\n')}
  },
  rows: priceRows([
${seriesTexts(sold).join('\n')}
  ]),
}
`
}

/** All price lists, in the order given. */
export const priceListsText = (
  lists: readonly ListRows[],
): string => `${WRITTEN}import type { PriceList } from '../price-row.ts'
${lists.map((rows) => `import { ${constantOf(rows)} } from './${listId(rows)}.ts'`).join('\n')}

/** Every price list, by channel and from old to new. A list that has sold anything stays: purchases name it. */
export const PRICE_LISTS: readonly PriceList[] = [
${lists.map((rows) => `  ${constantOf(rows)},`).join('\n')}
]
`

/** The destinations with their zones, and the services listed for them. */
export const countryTableText = (
  countries: readonly CountryFigure[],
): string => `${WRITTEN}import type { Zone } from './countries.ts'

/** A destination: ISO 3166 code, English name, price zone, and the services that its lists name. */
export interface Country {
  code: string
  name: string
  zone: Zone
  /** Listed for International Tracked. Absent means 'not listed', which is no proof that there is no service. */
  tracked?: true
  tracked_signed?: true
  signed?: true
}

export const COUNTRIES: readonly Country[] = [
${countries.map(countryText).join('\n')}
]

const byCode = new Map(COUNTRIES.map((country) => [country.code, country]))

/** The row of a country; nothing when the code is not one of ours. */
export const countryOf = (code: string): Country | undefined => byCode.get(code)
`

const TITLES: Readonly<Record<Channel, string>> = {
  online: 'Prices of postage bought online, pay as you go,',
  post_office: 'Prices at the Post Office counter',
  franking: 'Prices by franking machine (Mailmark)',
}

const constantOf = (rows: ListRows): string => listId(rows).toUpperCase().replaceAll('-', '_')
const quoted = (text: string): string => (text.includes("'") ? `"${text}"` : `'${text}'`)

function countryText({ iso2, name, zone, ...listed }: CountryFigure): string {
  const flags = (['tracked', 'tracked_signed', 'signed'] as const).filter((flag) => listed[flag])
  return `  { code: '${iso2}', name: ${quoted(name)}, zone: '${zone}'${flags.map((flag) => `, ${flag}: true`).join('')} },`
}

/** The source codes that the rows use. A source without a code is named in full. */
const sourceTexts = (rows: readonly PriceRow[], names: Readonly<Record<string, string>>): string[] =>
  sourcesOf(rows)
    .filter((source) => names[source])
    .map((code) => `    ${/^\w+$/.test(code) ? code : quoted(code)}: ${quoted(names[code]!)},`)

const sourcesOf = (rows: readonly PriceRow[]): string[] =>
  [...new Set(rows.flatMap(({ sources }) => sources))].toSorted()

const reasonsUnpublished = (rows: ListRows): string[] =>
  SERVICE_CODES.filter((service) => !HAS_NO_PRICE.includes(service)).flatMap((service) => {
    const reason = reasonUnpublished(rows.filter(({ price }) => price.service === service))
    return reason ? [`    ${/^[A-Z]/.test(service) ? service : quoted(service)}: ${quoted(reason)},`] : []
  })

/** Postage of the user's own value: there is no price to publish. */
const HAS_NO_PRICE: readonly ServiceCode[] = ['frank_pay']

function reasonUnpublished(rows: readonly TariffRow[]): string | undefined {
  if (rows.length === 0) return 'No source gives a price for this service in this price list.'
  if (!rows.some(({ placeholder }) => placeholder)) return undefined
  const limits = new Map<string, number>()
  for (const { price, placeholder } of rows.toSorted((a, b) => byCatalogue(a.price, b.price)))
    if (!placeholder) limits.set(price.format, Math.max(price.to_g, limits.get(price.format) ?? 0))
  const known = [...limits].map(([format, to_g]) => `a ${format.replace('_', ' ')} to ${to_g} g`)
  return known.length === 0
    ? 'Only the online price of this service is known, which is not a price of this list.'
    : `Prices are published only for ${known.join(' and ')}.`
}

/** Series that differ only in the area share one line. */
function seriesTexts(rows: readonly PriceRow[]): string[] {
  const areas = new Map<string, PriceArea[]>()
  for (const [name, bands] of bandsByName(rows)) {
    const [first] = bands
    if (!first || bands.some(({ from_g }, index) => from_g !== (bands[index - 1]?.to_g ?? 0) + 1))
      throw new Error(`Bands do not join up: ${name}`)
    const { service, format, compensation_gbp, vat, confidence } = first
    const steps = bands.map((row) => {
      const doubt = row.confidence === confidence ? '' : `, '${row.confidence}'`
      return `[${row.to_g}, ${row.price}${doubt}]`
    })
    const sources = sourcesOf(bands).map(quoted).join(', ')
    const text = `    ['${service}', '${format}', AREAS, ${compensation_gbp}, '${vat}', '${confidence}', [${sources}], ${steps.join(', ')}],`
    areas.set(text, [...(areas.get(text) ?? []), first.zone])
  }
  return [...areas].map(([text, zones]) => text.replace('AREAS', `[${zones.map((zone) => `'${zone}'`).join(', ')}]`))
}

function bandsByName(rows: readonly PriceRow[]): Map<string, PriceRow[]> {
  const bands = new Map<string, PriceRow[]>()
  for (const row of rows.toSorted(byCatalogue)) {
    const name = `${row.service} ${row.format} ${row.zone} £${row.compensation_gbp}`
    bands.set(name, [...(bands.get(name) ?? []), row])
  }
  return bands
}

/** Service, format, level, area, weight: each in its usual order. */
const byCatalogue = (a: PriceRow, b: PriceRow): number =>
  SERVICE_CODES.indexOf(a.service) - SERVICE_CODES.indexOf(b.service) ||
  orderOf(PACKAGING_CODES, a.format) - orderOf(PACKAGING_CODES, b.format) ||
  a.compensation_gbp - b.compensation_gbp ||
  orderOf(ZONES, a.zone) - orderOf(ZONES, b.zone) ||
  a.zone.localeCompare(b.zone) ||
  a.from_g - b.from_g

/** Values without a place in the order come first: prices for any format, and prices of single countries. */
const orderOf = (order: readonly string[], code: string): number => order.indexOf(code)
