import { useTranslation } from 'react-i18next'
import { MOST_LABELS } from '@postroom/domain/purchase/purchase'
import { FormTextField } from '../../forms/form-text-field.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './roll-card.module.css'
import { StockSelect } from './sheet/stock-select.tsx'
import type { Letters } from './use-letters.ts'

/** How many labels to print from a roll, and how long each is at least. */
export function RollCard({ letters: { form, stock, labels, chooseStock } }: { letters: Letters }) {
  const { t } = useTranslation()
  return (
    <Card title={t('letters.on_roll')} action={<StockSelect stock={stock} onChange={chooseStock} />}>
      <div className={css.row}>
        <FormTextField
          control={form.control}
          name="quantity"
          label={t('letters.labels')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
        />
        <p className={css.length}>{t('letters.roll_length', { length: Math.round(stock.page.height / 1000) })}</p>
      </div>
      {labels === 0 && (
        <Notice tone="warn" isLive>
          {t('letters.quantity_invalid', { most: MOST_LABELS })}
        </Notice>
      )}
    </Card>
  )
}
