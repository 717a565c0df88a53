import type { RateQuote } from '@postroom/contract/rate'
import { toPence } from '@postroom/domain/money'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Label, RadioGroup } from 'react-aria-components'
import type { Suggestion } from '../rating/suggestion.ts'
import { useShortcut } from '../shortcuts/use-shortcut.ts'
import { OwnValueRow } from './own-value-row.tsx'
import type { ServiceFilter } from './service-filter.tsx'
import css from './service-list.module.css'
import { ServiceRow } from './service-row.tsx'

export interface ServiceListProps {
  /** Cheapest first. */
  quotes: readonly RateQuote[]
  filter: ServiceFilter
  chosen: ServiceCode | undefined
  /** The service that applies while the user has chosen none, and why. */
  suggestion: Suggestion | undefined
  onChoose: (service: ServiceCode) => void
  /** Whether postage of the user's own value is sold. */
  hasOwnValue?: boolean
  /** What can be chosen with the chosen service, shown below its row. */
  extras?: ReactNode
}

/** One list of services with arrival, tracking, cover and price. Alt and a digit choose a row. */
export function ServiceList(props: ServiceListProps) {
  const { quotes, filter, chosen, suggestion, onChoose, hasOwnValue = false, extras } = props
  const { t } = useTranslation()
  const choice = quotes.find(({ service }) => service.code === chosen)
  useShortcut('service', (row) => {
    const quote = filter.shown[row]
    if (quote) onChoose(quote.service.code)
  })
  return (
    <>
      <Head />
      <RadioGroup
        id="service"
        name="service"
        value={chosen ?? null}
        onChange={(service) => onChoose(service as ServiceCode)}
        className={css.rows ?? ''}
      >
        <Label className="visually-hidden">{t('shipping.choose_service')}</Label>
        {filter.shown.map((quote) => (
          <Fragment key={quote.service.code}>
            <ServiceRow
              quote={quote}
              mark={quote === choice && suggestion?.service === chosen ? suggestion?.reason : undefined}
              saving={savingOf(quote, choice)}
              onPress={() => onChoose(quote.service.code)}
            />
            {quote === choice && extras}
          </Fragment>
        ))}
        {hasOwnValue && filter.isAll && (
          <>
            <OwnValueRow {...(chosen === 'frank_pay' && choice && { quote: choice })} />
            {chosen === 'frank_pay' && extras}
          </>
        )}
      </RadioGroup>
    </>
  )
}

/** The names of the columns. Each row reads on its own, so screen readers do not need them. */
function Head() {
  const { t } = useTranslation()
  return (
    <div className={css.head} aria-hidden="true">
      <span />
      <span>{t('shipping.service')}</span>
      <span>{t('shipping.arrives.head')}</span>
      <span>{t('shipping.tracking.head')}</span>
      <span>{t('shipping.cover_head')}</span>
      <span className={css.price}>{t('shipping.price')}</span>
    </div>
  )
}

/** What a service saves in pence, if the advice of the chosen one names it. */
function savingOf({ service, charges }: RateQuote, choice: RateQuote | undefined) {
  const advice = choice?.meta_data.advice
  if (!choice || !advice || advice.packaging || advice.service !== service.code) return undefined
  return toPence(choice.charges.total_charge - charges.total_charge)
}
