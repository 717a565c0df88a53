import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import type { Shipment } from '@postroom/contract/shipment'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { shipmentQuery } from '../../item-form/send-again.ts'
import { href } from '../../pages.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/progress.tsx'
import css from './last-shipments.module.css'
import { ShipmentRow } from './shipment-row.tsx'

/** The shipments that the URL names, from the search or from what needs attention. They take the focus. */
export function FoundShipments({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const found = useQueries({ queries: ids.map((id) => shipmentQuery(id)) })
  const place = useRef<HTMLDivElement>(null)
  const isLoaded = found.every(({ data, isError }) => data !== undefined || isError)
  useEffect(() => {
    if (isLoaded) place.current?.focus()
  }, [isLoaded])
  return (
    <div ref={place} tabIndex={-1} className={css.found}>
      <Card
        title={t('home.found', { count: ids.length })}
        action={
          <IconButton
            icon={X}
            label={t('home.found_close', { count: ids.length })}
            onPress={() => void navigate(href('home'))}
          />
        }
        isFlush
      >
        {isLoaded ? (
          found.map((query, index) => <Found key={ids[index]} {...query} />)
        ) : (
          <div className={css.state}>
            <Spinner label={t('common.loading')} />
          </div>
        )}
      </Card>
    </div>
  )
}

function Found({ data, refetch }: UseQueryResult<Shipment>) {
  const { t } = useTranslation()
  if (!data)
    return (
      <div className={css.state}>
        <Notice tone="warn" action={<Button onPress={() => void refetch()}>{t('common.try_again')}</Button>}>
          {t('common.could_not_load')}
        </Notice>
      </div>
    )
  const refusal = data.refund?.events.findLast(({ status }) => status === 'void_rejected')
  return (
    <>
      {refusal && (
        <div className={css.state}>
          <Notice tone="warn">{t('home.refund_refused', { reason: refusal.reason })}</Notice>
        </div>
      )}
      <ul className={css.rows}>
        <ShipmentRow shipment={data} />
      </ul>
    </>
  )
}
