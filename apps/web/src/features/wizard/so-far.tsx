import type { RateQuote } from '@postroom/contract/rate'
import type { CalendarDate } from '@postroom/domain/calendar'
import { toPence } from '@postroom/domain/money'
import { useTranslation } from 'react-i18next'
import type { useShippingForm } from '../../item-form/use-shipping-form.ts'
import { Card } from '../../ui/card.tsx'
import { Total } from '../../ui/total.tsx'
import { answersIn } from './answers.ts'
import { STEPS, type Step } from './steps.ts'
import css from './wizard-page.module.css'

/** The answers given before this question, and the price as far as it is known. */
export function SoFar(props: {
  step: Step
  shipping: ReturnType<typeof useShippingForm>
  quote: RateQuote | undefined
  today: CalendarDate
}) {
  const { step, shipping, quote, today } = props
  const { t, i18n } = useTranslation()
  const answers = answersIn(shipping, today, t, i18n.language, 'short')
  const isBefore = (name: Step) => STEPS.indexOf(name) < STEPS.indexOf(step)
  const what = [...(isBefore('what') ? answers.what : []), ...(isBefore('weight') ? answers.weight : [])]
  const given = {
    to: isBefore('to') && answers.to[0] !== undefined ? [answers.to[0], answers.town] : [],
    what: what.length > 0 ? [what.join(', ')] : [],
    posting: answers.posting,
  }
  return (
    <aside aria-label={t('wizard.so_far')}>
      <Card title={t('wizard.so_far')} isRaised isFlush>
        <dl className={css.answers}>
          {(['to', 'what', 'posting'] as const)
            .filter((name) => given[name].length > 0)
            .map((name) => (
              <div key={name} className={css.answer}>
                <dt>{t(`wizard.answer.${name}`)}</dt>
                <dd>
                  {given[name].map((line) => (
                    <span key={line}>{line}</span>
                  ))}
                </dd>
              </div>
            ))}
        </dl>
        <div className={css.total}>
          <Total label={t('wizard.total_so_far')} pence={quote && toPence(quote.charges.total_charge)} />
        </div>
        {quote && <p className={css.with}>{t('wizard.with', { service: t(`service.${quote.service.code}`) })}</p>}
      </Card>
    </aside>
  )
}
