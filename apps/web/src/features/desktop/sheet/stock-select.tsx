import type { LabelStock } from '@postroom/domain/media/label-stock'
import { useTranslation } from 'react-i18next'
import { LETTER_STOCKS } from '../../../mailing/letter-stocks.ts'
import { stockText } from '../../../mailing/stock-text.ts'
import { Select } from '../../../ui/select.tsx'
import css from './stock-select.module.css'

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
