import type { Shipment } from '@postroom/contract/shipment'
import type { Tracking } from '@postroom/contract/shipment-tracking'
import { trackingPageOf } from '@postroom/domain/post/tracking'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/progress.tsx'
import { trackingQuery } from './history-queries.ts'
import css from './history.module.css'
import { Part } from './part.tsx'
import { writtenInstant } from './written-day.ts'

/** Where the item was seen, oldest first. Nothing for a service that is not tracked. */
export function TrackingPart({ shipment }: { shipment: Shipment }) {
  const { t, i18n } = useTranslation()
  const isTracked = shipment.status === 'bought' && shipment.meta_data.tracking_type !== 'none'
  const { data, isError, refetch } = useQuery({ ...trackingQuery(shipment.id), enabled: isTracked })
  if (!isTracked || data?.reason === 'service_not_tracked' || data?.reason === 'not_bought') return null
  const hasSeveral = shipment.item_numbers.length > 1
  return (
    <Part title={t('history.tracking')}>
      {isError && !data && (
        <Notice tone="warn" action={<Button onPress={() => void refetch()}>{t('common.try_again')}</Button>}>
          {t('common.could_not_load')}
        </Notice>
      )}
      {!data && !isError && <Spinner label={t('common.loading')} />}
      {data && <StateOfTracking tracking={data} items={shipment.item_numbers} />}
      {data && data.data.length > 0 && (
        <ol className={css.steps}>
          {data.data.map((event, at) => (
            <li
              key={`${event.item_number} ${event.at} ${event.code}`}
              data-step={at === data.data.length - 1 && !data.is_final ? 'now' : 'done'}
            >
              <span>
                {t(`history.seen.${event.code}`)}
                <small>
                  {event.code === 'in_transit' && event.description !== '' && (
                    <>
                      <span lang="en">{event.description}</span>
                      <br />
                    </>
                  )}
                  {[hasSeveral && event.item_number, event.place].filter(Boolean).join(' · ')}
                </small>
              </span>
              <time dateTime={event.at}>{writtenInstant(event.at, i18n.language)}</time>
            </li>
          ))}
        </ol>
      )}
    </Part>
  )
}

/** Why there are no events, or no newer ones, with the pages on which Royal Mail shows them to everybody. */
function StateOfTracking({ tracking, items }: { tracking: Tracking; items: readonly string[] }) {
  const { t } = useTranslation()
  const { data, as_of, reason } = tracking
  if (reason !== 'not_connected' && as_of !== null) return data.length === 0 && <p>{t('history.not_scanned')}</p>
  return (
    <>
      <p>{t(reason === 'not_connected' ? 'history.not_connected' : 'history.not_answered')}</p>
      <ul className={css.pages}>
        {items.map((item) => (
          <li key={item}>
            <a href={trackingPageOf(item)} rel="noreferrer" target="_blank">
              {t('history.at_royal_mail', { item })}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
