import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
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

/** The shipment that the URL names, from the search or from what needs attention. It takes the focus. */
export function FoundShipment({ id }: { id: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data, isError, refetch } = useQuery(shipmentQuery(id))
  const place = useRef<HTMLDivElement>(null)
  const isLoaded = data !== undefined || isError
  useEffect(() => {
    if (isLoaded) place.current?.focus()
  }, [isLoaded])
  const refusal = data?.refund?.events.findLast(({ status }) => status === 'void_rejected')
  return (
    <div ref={place} tabIndex={-1} className={css.found}>
      <Card
        title={t('home.found')}
        action={<IconButton icon={X} label={t('home.found_close')} onPress={() => void navigate(href('home'))} />}
        isFlush
      >
        {!isLoaded && (
          <div className={css.state}>
            <Spinner label={t('common.loading')} />
          </div>
        )}
        {isError && !data && (
          <div className={css.state}>
            <Notice tone="warn" action={<Button onPress={() => void refetch()}>{t('common.try_again')}</Button>}>
              {t('common.could_not_load')}
            </Notice>
          </div>
        )}
        {refusal && (
          <div className={css.state}>
            <Notice tone="warn">{t('home.refund_refused', { reason: refusal.reason })}</Notice>
          </div>
        )}
        {data && (
          <ul className={css.rows}>
            <ShipmentRow shipment={data} />
          </ul>
        )}
      </Card>
    </div>
  )
}
