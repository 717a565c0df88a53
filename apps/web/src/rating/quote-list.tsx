import type { RateQuote } from '@postroom/contract/rate'
import { toPence } from '@postroom/domain/money'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatPounds } from '../ui/format-pence.ts'
import { Money } from '../ui/money.tsx'
import { Choice } from '../ui/choice.tsx'
import type { Rates } from './merge-rates.ts'
import css from './quote-list.module.css'

/** The services with their prices, and why others are not available. */
export function QuoteList(props: {
  rates: Rates
  chosen: ServiceCode | undefined
  onChoose: (service: ServiceCode) => void
}) {
  const { rates, chosen, onChoose } = props
  const { t, i18n } = useTranslation()
  // messages without a service concern declared goods, and are shown at the declaration
  const notSold = rates.messages.filter(({ service }) => service !== undefined)
  return (
    <>
      <Choice
        label={t('shipping.choose_service')}
        look="rows"
        name="service"
        value={chosen ?? null}
        onChange={onChoose}
        options={rates.data.map((quote) => ({
          value: quote.service.code,
          label: t(`service.${quote.service.code}`),
          hint: hintOf(quote, t, i18n.language),
          end: <Money pence={toPence(quote.charges.total_charge)} size="display" />,
        }))}
      />
      {notSold.length > 0 && (
        <div className={css.whyNot}>
          <p className={css.whyNotTitle}>{t('shipping.why_not')}</p>
          <ul>
            {notSold.map(({ service, code, details }) => (
              <li key={`${service?.code} ${code}`}>
                {service && <strong>{t(`service.${service.code}`)} – </strong>}
                {t(`backendError.${code}`)}
                {/* the text of the price list, which exists in English only */}
                {details?.['reason'] !== undefined && <span lang="en"> {details['reason']}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

/** Delivery aim, latest day, cover, and whether the price is unconfirmed. */
function hintOf({ delivery, tariff }: RateQuote, t: TFunction, language: string): string {
  const cover = delivery.compensation_gbp
  return [
    t(`delivery.${delivery.code}`),
    ...(delivery.latest ? [t('shipping.arrives_by', { day: shortDay(delivery.latest, language) })] : []),
    ...(cover === 0 ? [] : [t('shipping.covered_to', { amount: formatPounds(cover, language) })]),
    ...(tariff.confidence === 'low' ? [t('shipping.unconfirmed')] : []),
  ].join(' · ')
}

const shortDay = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
