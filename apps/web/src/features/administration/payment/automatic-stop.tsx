import type { AutomaticTopUp } from '@postroom/contract/automatic-top-up'
import { toPence } from '@postroom/domain/money'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { formatPence } from '../../../ui/format-pence.ts'
import { Notice } from '../../../ui/notice.tsx'
import css from '../administration.module.css'
import type { useAutomaticAct } from './automatic-queries.ts'

interface AutomaticStopProps {
  topUp: AutomaticTopUp
  act: ReturnType<typeof useAutomaticAct>
}

/** Why the card is not charged any more, and what ends that. */
export function AutomaticStop({ topUp: { state, paused_for, unconfirmed }, act }: AutomaticStopProps) {
  const { t, i18n } = useTranslation()
  if (state === 'paused' && paused_for !== undefined)
    return (
      <Notice
        tone="warn"
        title={t(`automatic.reason.${paused_for}`)}
        action={
          <Button isPending={act.isPending} onPress={() => act.mutate({ act: 'resume' })}>
            {t('automatic.resume')}
          </Button>
        }
      >
        <p>{t('automatic.paused')}</p>
      </Notice>
    )
  if (state !== 'unconfirmed' || unconfirmed === undefined) return null
  const amount = formatPence(toPence(unconfirmed), i18n.language)
  return (
    <Notice
      tone="warn"
      title={t('automatic.reason.authentication_required')}
      action={
        <div className={css.acts}>
          <Button variant="primary" isPending={act.isPending} onPress={() => act.mutate({ act: 'confirm' })}>
            {t('automatic.confirm', { amount })}
          </Button>
          <Button variant="quiet" isPending={act.isPending} onPress={() => act.mutate({ act: 'resume' })}>
            {t('automatic.dismiss')}
          </Button>
        </div>
      }
    >
      <p>{t('automatic.unconfirmed', { amount })}</p>
    </Notice>
  )
}
