import type { LabelStock } from '@postroom/domain/media/label-stock'
import type { TFunction } from 'i18next'
import { positionOf, type Place } from './sheet-places.ts'

/** The places of a sheet by their state. */
export interface SheetPlaces {
  stock: LabelStock
  used: readonly Place[]
  chosen: readonly Place[]
}

/** 'Row 5, right. Chosen, label 6 of 6.' */
export const placeText = (places: SheetPlaces, place: Place, t: TFunction): string =>
  `${whereText(places.stock, place, t)}. ${stateText(places, place, t)}`

/** 'Row 5, right'; one column has no name. */
function whereText(stock: LabelStock, place: Place, t: TFunction): string {
  const { index, row } = positionOf(stock, place)
  const [first, last] = [index === 0, index === stock.columns - 1]
  const column = first && last ? 'only' : first ? 'left' : last ? 'right' : 'middle'
  return t(`letters.where.${column}`, { row: row + 1 })
}

function stateText({ stock, used, chosen }: SheetPlaces, place: Place, t: TFunction): string {
  if (used.includes(place)) return t('letters.place_used')
  const at = chosen.indexOf(place)
  if (at < 0) return t('letters.place_free')
  const labelAt = (places: number) => Math.ceil(places / stock.places_per_label)
  return t('letters.place_chosen', { number: labelAt(at + 1), of: labelAt(chosen.length) })
}
