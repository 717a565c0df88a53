import type { ManualShipment } from '@postroom/contract/shipment-manual'
import { toPence } from '@postroom/domain/money'
import { useTranslation } from 'react-i18next'
import { formatPence } from '../../ui/format-pence.ts'
import { Facts, Part } from './part.tsx'
import { writtenDay } from './written-day.ts'

/** A shipment that was posted without Postroom: what was entered. */
export function ManualPart({ row }: { row: ManualShipment }) {
  const { t, i18n } = useTranslation()
  return (
    <Part title={t('history.by_hand')}>
      <p>{t('history.by_hand_text')}</p>
      <Facts
        rows={[
          [t('history.number'), row.number],
          [t('history.posted'), writtenDay(row.shipping_date, i18n.language)],
          [t('history.price'), formatPence(toPence(row.total_charge), i18n.language)],
          [t('history.reference'), row.references.join(', ')],
          [t('history.notes'), row.notes],
        ]}
      />
    </Part>
  )
}
