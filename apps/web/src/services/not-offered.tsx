import type { CalendarDate } from '@postroom/domain/calendar'
import { useTranslation } from 'react-i18next'
import type { Rates } from '../rating/merge-rates.ts'
import { Button } from '../ui/button.tsx'
import css from './not-offered.module.css'

/** The services that are not offered, folded, with the most likely reason and the way out of it. */
export function NotOffered(props: {
  messages: Rates['messages']
  /** The next day on which the Saturday guarantee is sold, if it is another than the chosen one. */
  saturdayDay: CalendarDate | undefined
  onDay: (day: CalendarDate) => void
}) {
  const { messages, saturdayDay, onDay } = props
  const { t, i18n } = useTranslation()
  // messages without a service concern declared goods, and are shown at the declaration
  const missing = messages.filter(({ service }) => service !== undefined)
  const [first] = missing
  if (!first) return null
  const saturday = missing.find(({ code }) => code.startsWith('saturday_'))
  const day = saturday && saturdayDay
  return (
    <div className={css.foot}>
      <details className={css.missing}>
        <summary>
          {t('shipping.not_offered', { count: missing.length })}{' '}
          <span className={css.reason}>{t(`backendError.${(saturday ?? first).code}`)}</span>
        </summary>
        <ul>
          {missing.map(({ service, code, details }) => (
            <li key={`${service?.code} ${code}`}>
              {service && <strong>{t(`service.${service.code}`)} – </strong>}
              {t(`backendError.${code}`)}
              {/* the text of the price list, which exists in English only */}
              {details?.['reason'] !== undefined && <span lang="en"> {details['reason']}</span>}
            </li>
          ))}
        </ul>
      </details>
      {day && (
        <Button variant="link" onPress={() => onDay(day)}>
          {t('shipping.post_on', { day: writtenDay(day, i18n.language) })}
        </Button>
      )}
    </div>
  )
}

const writtenDay = (day: CalendarDate, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
