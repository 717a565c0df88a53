import { isDomestic } from '../catalogue/countries.ts'
import type { PriceArea, PriceRow, Vat } from './price-row.ts'
import { serviceOf, type ServiceCode } from '../catalogue/services.ts'

/** A row that breaks a rule of postage prices. */
export interface BrokenRule {
  at: PriceRow
  code:
    | 'not_sold'
    | 'duplicate'
    | 'band'
    | 'price_falls'
    | 'signed_for'
    | 'tracked_signature'
    | 'saturday'
    | 'compensation'
    | 'europe'
    | 'vat'
  message: string
}

/** The rows of one price list that break a rule, with the rule. */
export const brokenRules = (rows: readonly PriceRow[]): BrokenRule[] => [
  ...rows.flatMap(notSold),
  ...duplicates(rows),
  ...groups(rows, seriesOf).flatMap(bandsOfSeries),
  ...steady('signed_for', withBase(rows, { '1SF': '1', '2SF': '2' }), sizeOf),
  ...steady('tracked_signature', withBase(rows, { TR24S: 'TR24', TR48S: 'TR48' }), sizeOf),
  ...withBase(rows, { SD1PM_SAT: 'SD', SD9AM_SAT: 'SD9AM' }).flatMap(saturday),
  ...steady('compensation', withLowestLevel(rows), (row) => `${row.service} £${row.compensation_gbp}`),
  ...groups(rows.filter(isEuropeanLetter), (row) => cellOf({ ...row, zone: 'EUR_1' })).flatMap(sameInEurope),
  ...rows.flatMap((row) => complain(row.vat !== vatOf(row.service), row, 'vat', `VAT is ${vatOf(row.service)}`)),
]

const STANDARD_RATED: readonly ServiceCode[] = ['SD9AM', 'SD1PM_SAT', 'SD9AM_SAT', 'TR24', 'TR24S', 'TR48', 'TR48S']

/** The VAT in the price of a service, the same in every channel. Source: royalmail.com, VAT and postal services. */
export function vatOf(service: ServiceCode): Vat {
  if (serviceOf(service).scope === 'abroad') return 'zero_or_exempt'
  return STANDARD_RATED.includes(service) ? 'standard_included' : 'exempt'
}

const complain = (wrong: boolean, at: PriceRow, code: BrokenRule['code'], message: string): BrokenRule[] =>
  wrong ? [{ at, code, message }] : []

/** A price that rating never finds, because the catalogue does not list it for the service. */
function notSold(row: PriceRow): BrokenRule[] {
  const { formats, compensation_gbp, scope } = serviceOf(row.service)
  const no = (wrong: boolean, message: string) => complain(wrong, row, 'not_sold', message)
  return [
    ...no(!compensation_gbp.includes(row.compensation_gbp), 'the service has no such compensation'),
    ...no(row.format !== 'any' && !formats.includes(row.format), 'the service has no such format'),
    ...no(scope !== undefined && scope !== scopeOf(row.zone), 'the service does not go there'),
  ]
}

const scopeOf = (zone: PriceArea): 'uk' | 'abroad' =>
  zone === 'UK' || isDomestic(zone.replace('country:', '')) ? 'uk' : 'abroad'

const duplicates = (rows: readonly PriceRow[]): BrokenRule[] =>
  groups(rows, cellOf).flatMap(([, ...again]) =>
    again.map((at) => ({ at, code: 'duplicate', message: 'the same cell has a price already' })),
  )

function bandsOfSeries(series: readonly PriceRow[]): BrokenRule[] {
  const bands = series.toSorted((a, b) => a.from_g - b.from_g)
  return bands.flatMap((row, index) => {
    const before = bands[index - 1]
    const from_g = (before?.to_g ?? 0) + 1
    const falls = before !== undefined && row.price < before.price
    return [
      ...complain(row.from_g !== from_g, row, 'band', `the band must begin at ${from_g} g, not at ${row.from_g} g`),
      ...complain(row.to_g < row.from_g, row, 'band', 'the band ends before it begins'),
      ...complain(falls, row, 'price_falls', `a heavier item costs less: ${row.price}p after ${before?.price}p`),
    ]
  })
}

/** Saturday adds £2.50, plus VAT on the whole price; the 9am price already includes VAT. */
function saturday({ row, base }: Pair): BrokenRule[] {
  const expected = row.service === 'SD1PM_SAT' ? ((base.price + 250) * 6) / 5 : base.price + 300
  return complain(row.price !== expected, row, 'saturday', `must be ${expected}p: ${base.service} costs ${base.price}p`)
}

const isEuropeanLetter = ({ format, zone }: PriceRow): boolean => format.endsWith('letter') && zone.startsWith('EUR_')

const sameInEurope = ([first, ...others]: readonly PriceRow[]): BrokenRule[] =>
  others.flatMap((row) =>
    complain(row.price !== first?.price, row, 'europe', `letters to ${first?.zone} cost ${first?.price}p`),
  )

/** A price that includes a fee, and the price without it. */
interface Pair {
  row: PriceRow
  base: PriceRow
}

/** Of the same format, area, compensation and weight. */
const withBase = (rows: readonly PriceRow[], bases: Partial<Record<ServiceCode, ServiceCode>>): Pair[] =>
  rows.flatMap((row) =>
    pair(
      row,
      rows.find(
        (base) =>
          base.service === bases[row.service] && covers(base, row) && base.compensation_gbp === row.compensation_gbp,
      ),
    ),
  )

const withLowestLevel = (rows: readonly PriceRow[]): Pair[] =>
  rows.flatMap((row) => {
    const same = rows.filter((base) => base.service === row.service && covers(base, row))
    return pair(row, same.toSorted((a, b) => a.compensation_gbp - b.compensation_gbp)[0])
  })

const pair = (row: PriceRow, base: PriceRow | undefined): Pair[] => (base && base !== row ? [{ row, base }] : [])

const covers = (base: PriceRow, { format, zone, to_g }: PriceRow): boolean =>
  base.format === format && base.zone === zone && base.from_g <= to_g && to_g <= base.to_g

/** A fee is the same in all prices of its group. The most frequent amount counts as correct. */
const steady = (code: BrokenRule['code'], pairs: readonly Pair[], groupOf: (row: PriceRow) => string): BrokenRule[] =>
  groups(pairs, ({ row }) => groupOf(row)).flatMap((group) => {
    const usual = groups(group, feeOf).toSorted((a, b) => b.length - a.length)[0]?.[0]
    return group.flatMap((one) =>
      complain(
        !usual || feeOf(one) !== feeOf(usual),
        one.row,
        code,
        `the fee is ${feeOf(one)}p, elsewhere ${usual && feeOf(usual)}p`,
      ),
    )
  })

const feeOf = ({ row, base }: Pair): number => row.price - base.price
const sizeOf = ({ format }: PriceRow): string => (format.endsWith('letter') ? 'letters' : 'parcels')
const seriesOf = ({ service, format, zone, compensation_gbp }: PriceRow): string =>
  `${service} ${format} ${zone} ${compensation_gbp}`
const cellOf = (row: PriceRow): string => `${seriesOf(row)} ${row.to_g}`

function groups<Item>(items: readonly Item[], nameOf: (item: Item) => string | number): Item[][] {
  const found = new Map<string | number, Item[]>()
  for (const item of items) found.set(nameOf(item), [...(found.get(nameOf(item)) ?? []), item])
  return [...found.values()]
}
