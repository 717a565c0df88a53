import type { CalendarDate } from '@postroom/domain/calendar'
import { toPence } from '@postroom/domain/money'
import { voidDeadline } from '@postroom/domain/purchase/void-terms'
import { useTranslation } from 'react-i18next'
import { useBalance } from '../../accounts/balance-queries.ts'
import { writtenPostcode } from '../../addresses/address-lines.ts'
import { BuyNotices } from '../../buying/buy-notices.tsx'
import type { useShippingForm } from '../../item-form/use-shipping-form.ts'
import { PriceLines } from '../../rating/price-lines.tsx'
import { WhyNoPrice } from '../../rating/why-no-price.tsx'
import { labelFacts } from '../../sending/label-facts.ts'
import { LabelSketch } from '../../sending/label-sketch.tsx'
import type { Send } from '../../sending/use-send.ts'
import { Reasons } from '../../sending/reasons.tsx'
import { serviceText } from '../../services/service-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatPence } from '../../ui/format-pence.ts'
import { Total } from '../../ui/total.tsx'
import { AnswerRow } from './answer-row.tsx'
import { answersIn } from './answers.ts'
import { PrinterRow } from './printer-row.tsx'
import type { Step } from './steps.ts'
import css from './wizard-page.module.css'

/** All answers with a way to change each, the price in lines, and the purchase. */
export function CheckAnswers(props: {
  shipping: ReturnType<typeof useShippingForm>
  send: Send
  today: CalendarDate
  questions: readonly Step[]
  onChange: (step: Step) => void
  onBuy: () => void
  onStartAgain: () => void
}) {
  const { shipping, send, today, questions, onChange, onBuy, onStartAgain } = props
  const { facts, to } = shipping
  const { quote } = send
  const { t, i18n } = useTranslation()
  const answers = answersIn(shipping, today, t, i18n.language)
  const rows: (readonly [step: Step, lines: readonly string[], more?: string | undefined])[] = [
    ['to', answers.to],
    ['what', answers.what],
    ['weight', answers.weight],
    ...(questions.includes('contents') ? [['contents', answers.contents] as const] : []),
    ['speed', quote ? [t(`service.${quote.service.code}`)] : [], quote && serviceText(quote, t, i18n.language)],
    ['posting', answers.posting],
    ['from', answers.from],
    ['reference', answers.reference],
  ]
  return (
    <div className={css.check}>
      <Card isFlush>
        <dl className={css.rows}>
          {rows.map(([step, lines, more]) => (
            <AnswerRow
              key={step}
              name={t(`wizard.answer.${step}`)}
              lines={lines}
              more={more}
              act={
                <Button
                  variant="link"
                  aria-label={t('common.about', { what: t('shipping.change'), text: t(`wizard.answer.${step}`) })}
                  onPress={() => onChange(step)}
                >
                  {t('shipping.change')}
                </Button>
              }
            />
          ))}
          <PrinterRow facts={facts} />
        </dl>
      </Card>
      <Card isFlush>
        {quote && <PriceLines quote={quote} />}
        <div className={css.reasons}>
          <Reasons>
            {!quote && <WhyNoPrice rating={send.rating} hasChoice={facts.service !== ''} onAgain={send.rateAgain} />}
            <BuyNotices
              sending={send.sending}
              test={send.test.progress}
              block={send.block}
              doubts={send.doubts}
              held={send.held}
              changedTo={send.changedTo}
            />
          </Reasons>
        </div>
        <div className={css.total}>
          <Total label={t('shipping.total')} pence={quote && toPence(quote.charges.total_charge)} />
        </div>
        {quote && !send.block && (
          <BalanceAfter total={quote.charges.total_charge} voidUntil={voidDeadline(facts.shipping_date)} />
        )}
      </Card>
      <div className={css.acts}>
        <Button
          variant="primary"
          shortcut={t('shipping.shortcut')}
          isPending={send.isBuying || send.isWaiting}
          onPress={onBuy}
        >
          {send.isBuying
            ? t('shipping.buying')
            : quote
              ? t('wizard.buy', { amount: formatPence(toPence(quote.charges.total_charge), i18n.language) })
              : t('shipping.buy')}
        </Button>
        <Button variant="link" isDisabled={send.isBuying} onPress={onStartAgain}>
          {t('wizard.start_again')}
        </Button>
      </div>
      <aside className={css.label} aria-label={t('wizard.label')}>
        <Card title={t('wizard.label')} isRaised isFlush>
          <LabelSketch
            serviceName={quote && t(`service.${quote.service.code}`)}
            facts={labelFacts(facts, i18n.language)}
            to={{ ...to, postal_code: writtenPostcode(to) }}
            reference={facts.reference}
          />
        </Card>
      </aside>
    </div>
  )
}

function BalanceAfter({ total, voidUntil }: { total: number; voidUntil: CalendarDate }) {
  const { balance } = useBalance()
  const { t, i18n } = useTranslation()
  if (!balance) return null
  const amount = formatPence(toPence(balance.balance - total), i18n.language)
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(`${voidUntil}T00:00:00Z`),
  )
  return (
    <p className={css.with}>
      {t('wizard.balance_after', { amount })} {t('wizard.void_until', { day })}
    </p>
  )
}
