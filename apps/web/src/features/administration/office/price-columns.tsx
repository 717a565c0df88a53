import type { ComparedPrice } from '@postroom/contract/price-list'
import { toPence } from '@postroom/domain/money'
import type { TFunction } from 'i18next'
import { formatPence } from '../../../ui/format-pence.ts'
import type { Column, TwoLines } from '../../../ui/lists/columns.ts'

/** A price with an id that a table can use. */
export type PriceRow = ComparedPrice & { id: string }

export const priceColumns = (t: TFunction, language: string): Column<PriceRow>[] => [
  { id: 'service', name: t('administration.service'), width: '1fr', isRowHeader: true, cell: (row) => nameOf(row, t) },
  { id: 'area', name: t('administration.area'), width: 170, from: 760, cell: ({ area }) => areaOf(area, t, language) },
  {
    id: 'weight',
    name: t('administration.up_to'),
    width: 110,
    from: 760,
    align: 'end',
    cell: (row) => weightOf(row, language),
  },
  {
    id: 'cover',
    name: t('administration.cover'),
    width: 110,
    from: 960,
    align: 'end',
    cell: ({ compensation_gbp }) => formatPence(toPence(compensation_gbp * 100), language),
  },
  {
    id: 'before',
    name: t('administration.before'),
    width: 90,
    align: 'end',
    cell: ({ before }) => money(before, language),
  },
  {
    id: 'price',
    name: t('administration.price'),
    width: 90,
    align: 'end',
    cell: ({ price }) => money(price, language),
  },
  {
    id: 'difference',
    name: t('administration.difference'),
    width: 150,
    align: 'end',
    cell: (row) => difference(row, t, language),
  },
]

/** A price on two lines, for a phone. */
export const priceLines =
  (t: TFunction, language: string) =>
  (row: PriceRow): TwoLines => ({
    first: <b>{nameOf(row, t)}</b>,
    end: money(row.price, language),
    second: [areaOf(row.area, t, language), weightOf(row, language), difference(row, t, language)]
      .filter(Boolean)
      .join(' · '),
  })

export const nameOf = ({ service, format }: ComparedPrice, t: TFunction): string =>
  [t(`service.${service}`), format !== 'any' && t(`packaging.${format}`)].filter(Boolean).join(', ')

const COUNTRY = 'country:'
const areaOf = (area: string, t: TFunction, language: string): string =>
  area.startsWith(COUNTRY)
    ? (new Intl.DisplayNames(language, { type: 'region' }).of(area.slice(COUNTRY.length)) ?? area)
    : t(`administration.zone.${area}`)

const weightOf = ({ to_g }: ComparedPrice, language: string): string =>
  new Intl.NumberFormat(language, {
    style: 'unit',
    unit: to_g < 1000 ? 'gram' : 'kilogram',
    maximumFractionDigits: 2,
  }).format(to_g < 1000 ? to_g : to_g / 1000)

const money = (pence: number | undefined, language: string): string =>
  pence === undefined ? '–' : formatPence(toPence(pence), language)

/** `+£0.10 (+5.9 %)`, or that it is new or gone; empty when nothing changed. */
function difference({ price, before }: ComparedPrice, t: TFunction, language: string): string {
  if (before === undefined) return t('administration.new_price')
  if (price === undefined) return t('administration.price_gone')
  if (price === before) return ''
  const sign = price > before ? '+' : '−'
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'always' })
  return `${sign}${formatPence(toPence(Math.abs(price - before)), language)} (${percent.format((price - before) / before).replace('-', '−')})`
}
