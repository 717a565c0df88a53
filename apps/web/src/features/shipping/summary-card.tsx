import { toPence } from '@postroom/domain/money'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import type { RateQuote } from '@postroom/contract/rate'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { formatPence } from '../../ui/format-pence.ts'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PriceLines } from '../../rating/price-lines.tsx'
import { QuoteList } from '../../rating/quote-list.tsx'
import css from './summary-card.module.css'
import { WhyNoPrice } from '../../rating/why-no-price.tsx'
import type { RatesState } from '../../rating/use-rates.ts'

type AdviceOfQuote = NonNullable<RateQuote['meta_data']['advice']>

export interface SummaryCardProps {
  rating: RatesState
  quote: RateQuote | undefined
  hasChoice: boolean
  onService: (service: ServiceCode) => void
  onAdvice: (advice: AdviceOfQuote) => void
  /** Shown between price and button: what blocks buying, or the progress of the purchase. */
  notices: ReactNode
  isBuying: boolean
  isBlocked: boolean
  isTesting: boolean
  canTest: boolean
  onBuy: () => void
  onTest: () => void
  preview: ReactNode
}

/** Services, price and the Buy button. It stays in view while the form scrolls. */
export function SummaryCard(props: SummaryCardProps) {
  const { rating, quote, hasChoice, onService, onAdvice, notices, isBuying, isBlocked, isTesting } = props
  const { t } = useTranslation()
  const hasQuotes = (rating.rates?.data.length ?? 0) > 0
  return (
    <Card isRaised isFlush>
      <h2 className="visually-hidden">{t('shipping.summary')}</h2>
      <div className={classNames(rating.isPending && hasQuotes && css.isOld)} aria-busy={rating.isPending}>
        {rating.rates && <QuoteList rates={rating.rates} chosen={quote?.service.code} onChoose={onService} />}
        {quote && <PriceLines quote={quote} />}
      </div>
      {!quote && <WhyNoPrice rating={rating} hasChoice={hasChoice} />}
      <div className={css.pay}>
        {quote?.meta_data.advice && <Advice advice={quote.meta_data.advice} onTake={onAdvice} />}
        {notices}
        <div className={css.total} aria-live="polite">
          <span>{t('shipping.total')}</span>
          {quote ? <Money pence={toPence(quote.charges.total_charge)} size="total" /> : <span>–</span>}
        </div>
        <Button
          variant="primary"
          isWide
          shortcut={t('shipping.shortcut')}
          isPending={isBuying || rating.isPending}
          isDisabled={isBlocked}
          onPress={props.onBuy}
        >
          {t(isBuying ? 'shipping.buying' : 'shipping.buy')}
        </Button>
        <div className={css.acts}>
          <Button variant="link" isPending={isTesting} isDisabled={isBuying || !props.canTest} onPress={props.onTest}>
            {t('shipping.test_print')}
          </Button>
        </div>
      </div>
      {props.preview}
    </Card>
  )
}

/** A cheaper way to send the same item, with the button that switches to it. */
function Advice({ advice, onTake }: { advice: AdviceOfQuote; onTake: (advice: AdviceOfQuote) => void }) {
  const { packaging, service, total_charge } = advice
  const { t, i18n } = useTranslation()
  const values = {
    packaging: packaging && t(`packaging.${packaging}`).toLocaleLowerCase(i18n.language),
    service: service && t(`service.${service}`),
    amount: formatPence(toPence(total_charge), i18n.language),
  }
  const kind = packaging && service ? 'advice_both' : packaging ? 'advice' : 'advice_service'
  return (
    <Notice
      action={
        <Button variant="link" onPress={() => onTake(advice)}>
          {t('shipping.switch')}
        </Button>
      }
    >
      {t(`shipping.${kind}`, values)}
    </Notice>
  )
}
