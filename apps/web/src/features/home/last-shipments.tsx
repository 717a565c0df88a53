import { searchShipments } from '@postroom/contract/shipment-search'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { PackageOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { href } from '../../pages.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/progress.tsx'
import css from './last-shipments.module.css'
import { ShipmentRow } from './shipment-row.tsx'

const SHOWN = 5

const lastShipmentsQuery = () =>
  queryOptions({
    queryKey: ['shipments', { length: SHOWN }],
    queryFn: ({ signal }) => call(searchShipments, { query: { length: SHOWN, orderAsc: 'false' } }, { signal }),
  })

/** The last shipments, newest first, each with what can be done with it. */
export function LastShipments() {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery(lastShipmentsQuery())
  const rows = data?.data.filter((row) => row.transaction_type === 'postage')
  return (
    <Card title={t('home.last')} isFlush>
      {!rows && !isError && (
        <div className={css.state}>
          <Spinner label={t('home.loading')} />
        </div>
      )}
      {!rows && isError && (
        <div className={css.state}>
          <Notice tone="warn" action={<Button onPress={() => void refetch()}>{t('common.try_again')}</Button>}>
            {t('common.could_not_load')}
          </Notice>
        </div>
      )}
      {rows?.length === 0 && (
        <EmptyState
          icon={PackageOpen}
          title={t('home.none')}
          action={<LinkButton href={href('shipping')}>{t('home.first')}</LinkButton>}
        >
          {t('home.none_text')}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <ul className={css.rows}>
          {rows.map((shipment) => (
            <ShipmentRow key={shipment.id} shipment={shipment} />
          ))}
        </ul>
      )}
    </Card>
  )
}
