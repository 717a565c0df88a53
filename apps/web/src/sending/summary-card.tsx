import { toPence } from '@postroom/domain/money'
import type { RateQuote } from '@postroom/contract/rate'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { classNames } from '../ui/class-names.ts'
import { formatPence } from '../ui/format-pence.ts'
import { Notice } from '../ui/notice.tsx'
import { Total } from '../ui/total.tsx'
import { PriceLines } from '../rating/price-lines.tsx'
import { quoteOf } from '../rating/merge-rates.ts'
import type { Suggestion } from '../rating/suggestion.ts'
import { savingText, serviceGains, serviceText } from '../services/service-texts.ts'
import { Badge } from '../ui/badge.tsx'
import css from './summary-card.module.css'
import { WhyNoPrice } from '../rating/why-no-price.tsx'
import { REASON } from './use-wait-to-buy.ts'
import type { RatesState } from '../rating/use-rates.ts'

type AdviceOfQuote = NonNullable<RateQuote['meta_data']['advice']>

export interface SummaryCardProps {
  rating: RatesState
  quote: RateQuote | undefined
  suggestion: Suggestion | undefined
  /** Whether the user has chosen a service. */
  hasChoice: boolean
  onAdvice: (advice: AdviceOfQuote) => void
  /** What blocks buying, and the progress of the purchase. */
  notices: ReactNode
  onRateAgain: () => void
  isBuying: boolean
  /** Buy was pressed and waits for the prices. */
  isWaiting: boolean
  isTesting: boolean
  canTest: boolean
  onBuy: () => void
  onTest: () => void
  /** What can be done with the item instead of buying it. */
  otherAct: ReactNode
  preview: ReactNode
}

/** Service, price and the Buy button. It stays in view while the form scrolls. */
export function SummaryCard(props: SummaryCardProps) {
  const { rating, quote, suggestion, hasChoice, onAdvice, notices, isBuying, isWaiting, isTesting } = props
  const { t } = useTranslation()
  return (
    <Card isRaised isFlush>
      <h2 className="visually-hidden">{t('shipping.summary')}</h2>
      <div className={classNames(rating.isPending && quote && css.isOld)} aria-busy={rating.isPending}>
        {quote && (
          <>
            <ChosenService quote={quote} suggestion={suggestion} />
            <PriceLines quote={quote} />
          </>
        )}
      </div>
      {/* Buy moves the focus here when it cannot buy */}
      <fieldset id={REASON} tabIndex={-1} aria-label={t('shipping.reasons')} className={css.reasons}>
        {!quote && <WhyNoPrice rating={rating} hasChoice={hasChoice} onAgain={props.onRateAgain} />}
        {notices}
      </fieldset>
      <div className={css.pay}>
        {quote?.meta_data.advice && (
          <Advice
            advice={quote.meta_data.advice}
            saved={quote.charges.total_charge - quote.meta_data.advice.total_charge}
            other={quoteOf(rating.rates, quote.meta_data.advice.service)}
            onTake={onAdvice}
          />
        )}
        <Total label={t('shipping.total')} pence={quote && toPence(quote.charges.total_charge)} />
        <Button
          variant="primary"
          isWide
          shortcut={t('shipping.shortcut')}
          isPending={isBuying || isWaiting}
          onPress={props.onBuy}
        >
          {t(isBuying ? 'shipping.buying' : isWaiting ? 'shipping.waiting' : 'shipping.buy')}
        </Button>
        <div className={css.acts}>
          <Button variant="link" isPending={isTesting} isDisabled={isBuying || !props.canTest} onPress={props.onTest}>
            {t('shipping.test_print')}
          </Button>
          {props.otherAct}
        </div>
      </div>
      {props.preview}
    </Card>
  )
}

/** The service that would be bought: its name, whether it is only suggested, and what it gives. */
function ChosenService({ quote, suggestion }: { quote: RateQuote; suggestion: Suggestion | undefined }) {
  const { t, i18n } = useTranslation()
  return (
    <div className={css.service}>
      <p>
        <strong>{t(`service.${quote.service.code}`)}</strong>{' '}
        {suggestion && <Badge>{t(`shipping.suggested.long_${suggestion.reason}`)}</Badge>}
      </p>
      <p className={css.given}>{serviceText(quote, t, i18n.language)}</p>
    </div>
  )
}

/** A cheaper way to send the same item, what it gives and saves, with the button that switches to it. */
function Advice(props: {
  advice: AdviceOfQuote
  /** Pence. */
  saved: number
  /** The price of the advised service in the same format. */
  other: RateQuote | undefined
  onTake: (advice: AdviceOfQuote) => void
}) {
  const { advice, saved, other, onTake } = props
  const { packaging, service, total_charge } = advice
  const { t, i18n } = useTranslation()
  const money = (pence: number) => formatPence(toPence(pence), i18n.language)
  const ways = [packaging && t(`packaging.${packaging}`), service && t(`service.${service}`)].filter(Boolean)
  const gives = other && !packaging && serviceGains(other, t, i18n.language)
  return (
    <Notice
      action={
        <Button variant="link" onPress={() => onTake(advice)}>
          {t('shipping.switch')}
        </Button>
      }
    >
      {t(gives ? 'shipping.advice_gives' : 'shipping.advice', {
        way: ways.join(', '),
        amount: money(total_charge),
        gives,
        saved: savingText(toPence(saved), t, i18n.language),
      })}
    </Notice>
  )
}
