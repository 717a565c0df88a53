import type { BankLine } from '@postroom/contract/bank-statement'
import { toPence } from '@postroom/domain/money'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { formatPence } from '../../../ui/format-pence.ts'
import { showToast } from '../../../ui/toast-queue.ts'
import css from '../operator.module.css'
import { ReasonDialog } from '../reason-dialog.tsx'
import { formatDay } from './format-day.ts'
import { useSetAside } from './statement-queries.ts'

/** The buttons that say that a transfer is no top-up: one for each payout that it may be, and one that asks what it is. */
export function SetAside({ line }: { line: BankLine }) {
  const { t, i18n } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { setAside, isPending } = useLineAside(line)
  const amount = formatPence(toPence(line.amount), i18n.language)
  return (
    <span className={css.acts}>
      {line.payouts.map((payout) => {
        const day = formatDay(payout.day, i18n.language)
        const set = () => setAside({ reason: t('statements.payout_reason', { day }), payout: payout.id })
        return (
          <Button key={payout.id} isPending={isPending} onPress={set}>
            {t('statements.payout', { day })} <span className="visually-hidden">{amount}</span>
          </Button>
        )
      })}
      <Button variant="link" isDisabled={isPending} onPress={() => setAsking(true)}>
        {t('statements.set_aside')}{' '}
        <span className="visually-hidden">
          {amount}, {line.text}
        </span>
      </Button>
      {isAsking && (
        <ReasonDialog
          title={t('statements.set_aside_title', { amount })}
          label={t('statements.reason_label')}
          hint={t('statements.set_aside_hint')}
          missing={t('fieldError.required')}
          submit={t('statements.set_aside')}
          isPending={isPending}
          onSend={(reason) => setAside({ reason })}
          onClose={() => setAsking(false)}
        />
      )}
    </span>
  )
}

function useLineAside(line: BankLine) {
  const { t, i18n } = useTranslation()
  const aside = useSetAside()
  const amount = formatPence(toPence(line.amount), i18n.language)
  const setAside = (body: { reason: string; payout?: string }) =>
    aside.mutate(
      { lineId: line.id, ...body },
      { onSuccess: () => showToast({ tone: 'good', text: t('statements.is_aside', { amount }) }) },
    )
  return { setAside, isPending: aside.isPending }
}
