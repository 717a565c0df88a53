import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import css from './why-no-price.module.css'
import { ratingFailureText } from './rating-failure.ts'
import type { RatesState } from './use-rates.ts'

/** Shown instead of a price: what is missing, that prices are loading, or why there are none. */
export function WhyNoPrice(props: { rating: RatesState; hasChoice: boolean; onAgain: () => void }) {
  const { rating, hasChoice, onAgain } = props
  const { t } = useTranslation()
  if (rating.isPending) return <p className={css.wait}>{t('shipping.pricing')}</p>
  if (rating.failure !== undefined)
    return (
      <div className={css.wait}>
        <Notice
          tone="error"
          title={t('shipping.not_priced')}
          action={<Button onPress={onAgain}>{t('common.try_again')}</Button>}
        >
          {ratingFailureText(rating.failure, t)}
        </Notice>
      </div>
    )
  if (!rating.rates) return <p className={css.wait}>{t('shipping.no_price_yet')}</p>
  return (
    <p className={css.wait}>
      {t(hasChoice && rating.rates.data.length > 0 ? 'shipping.service_gone' : 'shipping.no_quotes')}
    </p>
  )
}
