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
import { BuyNotices } from '../buying/buy-notices.tsx'
import type { useShippingForm } from '../item-form/use-shipping-form.ts'
import { LabelPreview } from '../preview/label-preview.tsx'
import { labelFacts } from './label-facts.ts'
import { LabelSketch } from './label-sketch.tsx'
import { Reasons } from './reasons.tsx'
import type { Send } from './use-send.ts'

type AdviceOfQuote = NonNullable<RateQuote['meta_data']['advice']>

/** Service, price and the Buy button of the item in the form. It stays in view while the form scrolls. */
export function SummaryCard(props: {
  shipping: ReturnType<typeof useShippingForm>
  send: Send
  /** What can be done with the item instead of buying it. */
  otherAct: ReactNode
}) {
  const { shipping, send, otherAct } = props
  const { rating, quote, suggestion, isBuying, isWaiting, test } = send
  const { facts } = shipping
  const { t, i18n } = useTranslation()
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
      <Reasons>
        {!quote && <WhyNoPrice rating={rating} hasChoice={facts.service !== ''} onAgain={send.rateAgain} />}
        <BuyNotices
          sending={send.sending}
          test={test.progress}
          block={send.block}
          doubts={send.doubts}
          held={send.held}
          changedTo={send.changedTo}
        />
      </Reasons>
      <div className={css.pay}>
        {quote?.meta_data.advice && (
          <Advice
            advice={quote.meta_data.advice}
            saved={quote.charges.total_charge - quote.meta_data.advice.total_charge}
            other={quoteOf(rating.rates, quote.meta_data.advice.service)}
            onTake={shipping.takeAdvice}
          />
        )}
        <Total label={t('shipping.total')} pence={quote && toPence(quote.charges.total_charge)} />
        <Button
          variant="primary"
          isWide
          shortcut={t('shipping.shortcut')}
          isPending={isBuying || isWaiting}
          onPress={send.buy}
        >
          {t(isBuying ? 'shipping.buying' : isWaiting ? 'shipping.waiting' : 'shipping.buy')}
        </Button>
        <div className={css.acts}>
          <Button
            variant="link"
            isPending={test.isRunning}
            isDisabled={isBuying || !send.canTest}
            onPress={send.testPrint}
          >
            {t('shipping.test_print')}
          </Button>
          {otherAct}
        </div>
      </div>
      {send.documentShown ? (
        <LabelPreview shipment={send.documentShown} />
      ) : (
        <LabelSketch
          serviceName={quote && t(`service.${quote.service.code}`)}
          facts={labelFacts(facts, i18n.language)}
          to={shipping.to}
          reference={facts.reference}
        />
      )}
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
