import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/api-error.ts'
import { Notice } from '../ui/notice.tsx'
import css from './why-no-price.module.css'
import type { RatesState } from './use-rates.ts'

/** Stands where the price will be: what is missing, what is under way, or why there is none. */
export function WhyNoPrice({ rating, hasChoice }: { rating: RatesState; hasChoice: boolean }) {
  const { t } = useTranslation()
  if (rating.isPending) return <p className={css.wait}>{t('shipping.pricing')}</p>
  if (rating.failure !== undefined)
    return (
      <div className={css.wait}>
        <Notice tone="error" title={t('shipping.rating_error')}>
          {ratingFailure(rating.failure, t)}
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

/** Why there are no prices, in the server's words where they are known here (spec §8). */
export function ratingFailure(cause: unknown, t: TFunction): string {
  if (cause instanceof ApiError && cause.code !== undefined)
    return t(`backendError.${cause.code}`, { defaultValue: cause.message })
  return t('shipping.no_connection')
}
