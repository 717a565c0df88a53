import type { RateQuote } from '@postroom/contract/rate'
import { toPence } from '@postroom/domain/money'
import { useTranslation } from 'react-i18next'
import { Radio } from 'react-aria-components'
import { classNames } from '../ui/class-names.ts'
import { Money } from '../ui/money.tsx'
import css from './service-list.module.css'

/** Postage of the user's own value: the last row, without a price until they have entered an amount. */
export function OwnValueRow({ quote }: { quote?: RateQuote }) {
  const { t } = useTranslation()
  return (
    <Radio
      value="frank_pay"
      aria-label={[t('service.frank_pay'), t('delivery.as_posted')].join(', ')}
      className={css.row ?? ''}
    >
      <span className={css.dot} aria-hidden="true" />
      <span className={css.name}>
        <b>{t('service.frank_pay')}</b>
      </span>
      <span className={classNames(css.arrives, css.wide)}>{t('delivery.as_posted')}</span>
      <span className={css.price}>
        {quote ? <Money pence={toPence(quote.charges.total_charge)} size="display" /> : '–'}
      </span>
    </Radio>
  )
}
