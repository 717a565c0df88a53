import type { Shipment } from '@postroom/contract/shipment'
import { toPence } from '@postroom/domain/money'
import { useTranslation } from 'react-i18next'
import { formatPence } from '../../ui/format-pence.ts'
import { Facts, Part } from './part.tsx'
import { writtenDay, writtenInstant } from './written-day.ts'

/** What was declared when it was bought, by whom and when. */
export function DeclaredPart({ shipment, by }: { shipment: Shipment; by: string | undefined }) {
  const { t, i18n } = useTranslation()
  const { parcels, references, notes, customs, item_numbers, shipping_date, created_at, bought_with } = shipment
  const [parcel] = parcels
  const goods = customs?.contents_items ?? []
  const value = goods.reduce((sum, item) => sum + item.value, 0)
  return (
    <Part title={t('history.declared')}>
      <Facts
        rows={[
          [t('history.format'), parcel && t(`packaging.${parcel.packaging}`)],
          [t('history.weight'), parcel && writtenMeasure(parcel.weight, i18n.language)],
          [t('history.size'), parcel?.dim && writtenSize(parcel.dim, i18n.language)],
          [
            t('history.goods'),
            goods.length > 0
              ? t('history.goods_value', {
                  count: goods.length,
                  amount: formatPence(toPence(value), i18n.language),
                })
              : undefined,
          ],
          [t('history.reference'), references.join(', ')],
          [t('history.notes'), notes],
          [t('history.numbers'), item_numbers.length > 1 ? item_numbers.join(', ') : undefined],
          [t('history.posted'), writtenDay(shipping_date, i18n.language)],
          [t('history.bought_at'), writtenInstant(created_at, i18n.language)],
          [t('history.person'), bought_with === undefined ? by : t('history.with_key', { name: by, key: bought_with })],
        ]}
      />
    </Part>
  )
}

type Parcel = Shipment['parcels'][number]
const UNITS = { G: 'g', KG: 'kg', LB: 'lb', CM: 'cm', IN: 'in' } as const

const writtenMeasure = ({ value, units }: Parcel['weight'], language: string): string =>
  `${value.toLocaleString(language)} ${UNITS[units]}`

const writtenSize = ({ length, width, height, units }: NonNullable<Parcel['dim']>, language: string): string =>
  `${[length, width, height].map((side) => side.toLocaleString(language)).join(' × ')} ${UNITS[units]}`
