import { toPence } from '@postroom/domain/money'
import { PAYMENT_LIMITS, QUICK_AMOUNTS } from '@postroom/domain/payment/payment-amounts'
import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { penceFromText } from '../../../item-form/measure-input.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { formatPence } from '../../../ui/format-pence.ts'
import { Notice } from '../../../ui/notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import css from '../administration.module.css'
import { useStartPayment } from './payment-queries.ts'

const { least, most } = PAYMENT_LIMITS

/** Asks for an amount and leads to the page on which it is paid. The button repeats the amount. */
export function TopUpCard({ accountId }: { accountId: string }) {
  const { t, i18n } = useTranslation()
  const start = useStartPayment(accountId)
  const [typed, setTyped] = useState('')
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [isAsked, setAsked] = useState(false)
  const amount = penceFromText(typed)
  const isAmount = amount !== undefined && amount >= least && amount <= most
  const pounds = (pence: number) => formatPence(toPence(pence), i18n.language)
  const type = (text: string) => {
    setTyped(text)
    setKey(crypto.randomUUID()) // another amount is another payment
  }
  return (
    <Card title={t('payment.title')}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(true)
          if (isAmount) start.mutate({ amount, key }, { onSuccess: () => setKey(crypto.randomUUID()) })
        }}
      >
        <Choice
          label={t('payment.quick')}
          name="quick_amount"
          look="chips"
          value={QUICK_AMOUNTS.find((quick) => quick === amount)?.toString() ?? null}
          onChange={(quick) => type(String(Number(quick) / 100))}
          options={QUICK_AMOUNTS.map((quick) => ({ value: String(quick), label: pounds(quick) }))}
        />
        <TextField
          name="top_up"
          label={t('payment.amount')}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={type}
          error={
            isAsked && !isAmount ? t('payment.amount_wrong', { least: pounds(least), most: pounds(most) }) : undefined
          }
        />
        <Button type="submit" variant="primary" icon={CreditCard} isWide isPending={start.isPending}>
          {isAmount ? t('payment.pay_amount', { amount: pounds(amount) }) : t('payment.pay')}
        </Button>
        {start.error && !(start.error instanceof ApiError) && (
          <Notice tone="error" isLive>
            {t('payment.no_answer')}
          </Notice>
        )}
        <p className={css.quiet}>{t('payment.elsewhere')}</p>
      </form>
    </Card>
  )
}
