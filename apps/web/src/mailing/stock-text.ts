import type { LabelStock } from '@postroom/domain/media/label-stock'
import { CONTINUOUS_ROLLS } from '@postroom/domain/media/media-table'
import type { TFunction } from 'i18next'

/** 'L7163, A4, 14 labels' or 'DK-22205, roll 62 mm wide'. */
export function stockText(stock: LabelStock, t: TFunction): string {
  const { name, roll, columns, rows, places_per_label } = stock
  if (roll) return t('letters.roll_name', { name, width: CONTINUOUS_ROLLS[roll].roll_mm })
  const count = Math.floor((columns * rows) / places_per_label)
  return t(places_per_label === 1 ? 'letters.sheet_name' : 'letters.double_sheet_name', { name, count })
}
