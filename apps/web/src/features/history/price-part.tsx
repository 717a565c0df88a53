import type { Shipment } from '@postroom/contract/shipment'
import { toPence } from '@postroom/domain/money'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PriceLines } from '../../rating/price-lines.tsx'
import { formatPence } from '../../ui/format-pence.ts'
import { costCentersQuery } from './history-queries.ts'
import { Facts, Part } from './part.tsx'

/** The price lines of one item, what all labels cost, and the cost centre that they count for. */
export function PricePart({ shipment }: { shipment: Shipment }) {
  const { t, i18n } = useTranslation()
  const centers = useQuery(costCentersQuery()).data
  const { charges, amount, item_numbers, costcenter } = shipment
  const money = (pence: number) => formatPence(toPence(pence), i18n.language)
  const isSeveral = item_numbers.length > 1
  return (
    <Part title={t(isSeveral ? 'history.price_each' : 'history.price')}>
      <PriceLines quote={shipment} />
      <Facts
        rows={[
          [t('history.vat'), charges.vat > 0 ? money(charges.vat) : undefined],
          [
            t('history.paid', { count: item_numbers.length || 1 }),
            isSeveral || amount !== charges.total_charge ? money(amount) : undefined,
          ],
          [t('history.costcenter'), centers?.find(({ id }) => id === costcenter[0]?.id)?.name],
        ]}
      />
    </Part>
  )
}
