import type { AutomaticTopUp } from '@postroom/contract/automatic-top-up'
import { toPence } from '@postroom/domain/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatPence } from '../../../ui/format-pence.ts'
import { Notice } from '../../../ui/notice.tsx'
import css from '../administration.module.css'
import { AutomaticActs } from './automatic-acts.tsx'
import { AutomaticForm } from './automatic-form.tsx'
import { automaticQuery, useAutomaticAct } from './automatic-queries.ts'
import { AutomaticStop } from './automatic-stop.tsx'

const TONES: Record<AutomaticTopUp['state'], Tone> = {
  off: 'neutral',
  on: 'good',
  paused: 'warn',
  unconfirmed: 'warn',
}

/** Automatic top-up with a saved card: off until a manager turns it on. */
export function AutomaticCard({ accountId }: { accountId: string }) {
  const { t } = useTranslation()
  const { data: topUp, isError, refetch } = useQuery(automaticQuery(accountId))
  const act = useAutomaticAct(accountId)
  const [isEditing, setEditing] = useState(false)
  if (isError && !topUp)
    return (
      <Notice tone="error" isLive action={<Button onPress={() => void refetch()}>{t('common.try_again')}</Button>}>
        {t('automatic.not_loaded')}
      </Notice>
    )
  if (!topUp) return null
  const { state, terms, card, is_card_asked } = topUp
  return (
    <Card title={t('automatic.title')} note={<Badge tone={TONES[state]}>{t(`automatic.state.${state}`)}</Badge>}>
      <div className={css.form}>
        <AutomaticStop topUp={topUp} act={act} />
        {is_card_asked && <Notice>{t('automatic.card_asked')}</Notice>}
        {state === 'off' ? !isEditing && <p>{t('automatic.what')}</p> : <AutomaticTerms topUp={topUp} />}
        {isEditing ? (
          <AutomaticForm
            terms={terms}
            hasCard={card !== undefined}
            isPending={act.isPending}
            onSave={(asked) =>
              act.mutate({ act: 'save', terms: asked, other_card: false }, { onSuccess: () => setEditing(false) })
            }
            onCancel={() => setEditing(false)}
          />
        ) : (
          <AutomaticActs topUp={topUp} act={act} onEdit={() => setEditing(true)} />
        )}
      </div>
    </Card>
  )
}

/** As it is printed on the card. */
const monthOf = (expires: string): string => expires.split('-').toReversed().join('/')

function AutomaticTerms({ topUp: { terms, card, charged } }: { topUp: AutomaticTopUp }) {
  const { t, i18n } = useTranslation()
  const pounds = (pence: number) => formatPence(toPence(pence), i18n.language)
  if (!terms) return null
  const rows = {
    threshold: pounds(terms.threshold),
    amount: pounds(terms.amount),
    charged: t('automatic.charged_of', { charged, most: terms.most_a_day }),
    ...(card && {
      card: t('automatic.card_is', {
        last4: card.last4,
        brand: card.brand.toUpperCase(),
        expires: monthOf(card.expires),
      }),
    }),
  }
  return (
    <dl className={css.kept}>
      {Object.entries(rows).map(([name, value]) => (
        <div key={name}>
          <dt>{t(`automatic.row.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
