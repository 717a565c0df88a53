import type { Printed } from '@postroom/contract/evidence'
import type { Shipment } from '@postroom/contract/shipment'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { printedQuery } from './history-queries.ts'
import css from './history.module.css'
import { Part } from './part.tsx'
import { writtenInstant } from './written-day.ts'

/** When, where and by whom each document was printed, oldest first. Nothing before the first print. */
export function PrintsPart({ shipment }: { shipment: Shipment }) {
  const { t, i18n } = useTranslation()
  const { data, isError, refetch } = useQuery(printedQuery(shipment))
  if (isError && !data)
    return (
      <Part title={t('history.prints')}>
        <Notice tone="warn" action={<Button onPress={() => void refetch()}>{t('common.try_again')}</Button>}>
          {t('common.could_not_load')}
        </Notice>
      </Part>
    )
  if (!data || data.length === 0) return null
  return (
    <Part title={t('history.prints')}>
      <ol className={css.steps}>
        {data.map((print) => (
          <li key={`${print.document} ${print.at}`} data-step={print.state === 'printed' ? 'done' : 'now'}>
            <span>
              {t('common.about', { what: t(`printing.document.${print.document}`), text: outcomeOf(print, t) })}
              <small>{[print.place, print.by].filter(Boolean).join(' · ')}</small>
            </span>
            <time dateTime={print.at}>{writtenInstant(print.at, i18n.language)}</time>
          </li>
        ))}
      </ol>
    </Part>
  )
}

function outcomeOf({ state, error_code }: Printed, t: TFunction): string {
  if (state === undefined) return t('printing.unknown')
  if (state === 'failed' && error_code !== undefined)
    return t(`deviceError.${error_code}`, { defaultValue: t('printing.failed') })
  return t(`printing.${state}`)
}
