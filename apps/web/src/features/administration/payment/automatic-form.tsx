import { saveAutomaticTopUp, type AutomaticTopUp } from '@postroom/contract/automatic-top-up'
import { toPence } from '@postroom/domain/money'
import { PAYMENT_LIMITS } from '@postroom/domain/payment/payment-amounts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { penceFromText } from '../../../item-form/measure-input.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FormActs } from '../../../ui/form-acts.tsx'
import { formatPence } from '../../../ui/format-pence.ts'
import { Notice } from '../../../ui/notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import css from '../administration.module.css'

type Terms = NonNullable<AutomaticTopUp['terms']>
const { threshold: anyThreshold, amount: anyAmount, most_a_day: anyNumber } = saveAutomaticTopUp.body.shape

interface AutomaticFormProps {
  /** Those in force. */
  terms: Terms | undefined
  hasCard: boolean
  isPending: boolean
  onSave: (terms: Terms) => void
  onCancel: () => void
}

/** Asks for the terms on which a card is charged, and for the consent to it. */
export function AutomaticForm({ terms, hasCard, isPending, onSave, onCancel }: AutomaticFormProps) {
  const { t, i18n } = useTranslation()
  const pounds = (pence: number) => formatPence(toPence(pence), i18n.language)
  const [typed, setTyped] = useState(() => ({
    threshold: String((terms?.threshold ?? 20_00) / 100),
    amount: String((terms?.amount ?? 50_00) / 100),
    most_a_day: String(terms?.most_a_day ?? 1),
  }))
  const [isAgreed, setAgreed] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const threshold = anyThreshold.safeParse(penceFromText(typed.threshold)).data
  const amount = anyAmount.safeParse(penceFromText(typed.amount)).data
  const most_a_day = anyNumber.safeParse(Number(typed.most_a_day)).data
  const field = (name: keyof typeof typed, isRight: boolean, wrong: string) => ({
    name,
    label: t(`automatic.${name}`),
    autoComplete: 'off',
    value: typed[name],
    onChange: (text: string) => setTyped({ ...typed, [name]: text }),
    error: isAsked && !isRight ? wrong : undefined,
  })
  const { least, most } = PAYMENT_LIMITS
  const wrongPounds = (from: number) => t('payment.amount_wrong', { least: pounds(from), most: pounds(most) })
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
        if (threshold && amount && most_a_day && isAgreed) onSave({ threshold, amount, most_a_day })
      }}
    >
      <TextField {...field('threshold', threshold !== undefined, wrongPounds(1))} inputMode="decimal" />
      <TextField {...field('amount', amount !== undefined, wrongPounds(least))} inputMode="decimal" />
      <TextField
        {...field('most_a_day', most_a_day !== undefined, t('automatic.most_a_day_wrong'))}
        inputMode="numeric"
      />
      <p className={css.quiet}>{t('automatic.consent_text')}</p>
      <Checkbox name="consent" label={t('automatic.consent')} isSelected={isAgreed} onChange={setAgreed} />
      {isAsked && !isAgreed && (
        <Notice tone="error" isLive>
          {t('automatic.consent_needed')}
        </Notice>
      )}
      <FormActs
        submit={t(hasCard ? 'automatic.save' : 'automatic.enter_card')}
        isPending={isPending}
        onCancel={onCancel}
      />
    </form>
  )
}
