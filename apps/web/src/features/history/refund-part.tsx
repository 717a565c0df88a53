import type { Shipment } from '@postroom/contract/shipment'
import { toPence } from '@postroom/domain/money'
import { useTranslation } from 'react-i18next'
import { formatPence } from '../../ui/format-pence.ts'
import css from './history.module.css'
import { Part } from './part.tsx'
import { writtenDay, writtenInstant } from './written-day.ts'

/** The refund, which is asked about most: its steps, and the day by which the money is expected. */
export function RefundPart({ shipment: { refund } }: { shipment: Shipment }) {
  const { t, i18n } = useTranslation()
  if (!refund) return null
  const amount = formatPence(toPence(refund.amount), i18n.language)
  const isOpen = refund.status === 'submitted'
  return (
    <Part title={t('history.refund')}>
      <ol className={css.steps}>
        {refund.events.map((event, at) => (
          <li
            key={`${event.at} ${event.status}`}
            data-step={stepOf(event.status, isOpen && at === refund.events.length - 1)}
          >
            <span>
              {t(`history.refund_step.${event.status}`, { amount })}
              {event.reason !== '' && <small>{event.reason}</small>}
            </span>
            <time dateTime={event.at}>{writtenInstant(event.at, i18n.language)}</time>
          </li>
        ))}
        {isOpen && refund.expected_by !== null && (
          <li data-step="expected">
            <span>{t('history.refund_expected', { amount })}</span>
            <time dateTime={refund.expected_by}>
              {t('history.by_day', { day: writtenDay(refund.expected_by, i18n.language) })}
            </time>
          </li>
        )}
      </ol>
    </Part>
  )
}

type Event = NonNullable<Shipment['refund']>['events'][number]

function stepOf(status: Event['status'], isNow: boolean): string {
  if (status === 'void_rejected') return 'refused'
  return isNow ? 'now' : 'done'
}
