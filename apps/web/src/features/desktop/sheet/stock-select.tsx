import type { LabelStock } from '@postroom/domain/media/label-stock'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Select } from '../../../ui/select.tsx'
import css from './stock-select.module.css'
import { LETTER_STOCKS } from './letter-stocks.ts'
import { placeCount } from './sheet-places.ts'

/** The label stock in the printer: a sheet or a roll. */
export function StockSelect({ stock, onChange }: { stock: LabelStock; onChange: (name: string) => void }) {
  const { t } = useTranslation()
  return (
    <div className={css.stock}>
      <Select
        name="label_name"
        label={t('letters.stock')}
        value={stock.name}
        onChange={onChange}
        options={LETTER_STOCKS.map((one) => ({ value: one.name, label: stockText(one, t) }))}
      />
    </div>
  )
}

/** 'L7163, A4, 14 labels' or 'DK-22205, roll of 62 mm'. */
function stockText(stock: LabelStock, t: TFunction): string {
  const { name, roll, page, places_per_label } = stock
  if (roll) return t('letters.roll_name', { name, width: Math.round(page.width / 1000) })
  const count = Math.floor(placeCount(stock) / places_per_label)
  return t(places_per_label === 1 ? 'letters.sheet_name' : 'letters.double_sheet_name', { name, count })
}
