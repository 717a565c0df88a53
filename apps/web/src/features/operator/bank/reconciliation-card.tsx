import type { Reconciliation } from '@postroom/contract/reconciliation'
import { addDays, isCalendarDate, ukDateOf } from '@postroom/domain/calendar'
import { toPence } from '@postroom/domain/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatPence } from '../../../ui/format-pence.ts'
import { Notice } from '../../../ui/notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import css from '../operator.module.css'
import { reconciliationQuery } from './statement-queries.ts'

/** What Stripe, the ledger and the bank have of a day: by default yesterday, the last that is over. */
export function ReconciliationCard() {
  const { t } = useTranslation()
  const [day, setDay] = useState(() => addDays(ukDateOf(new Date()), -1))
  const isDay = isCalendarDate(day)
  const { data, isError, refetch } = useQuery({ ...reconciliationQuery(day), enabled: isDay })
  return (
    <Card title={t('reconciliation.title')}>
      <div className={css.day}>
        <TextField
          name="reconciled-day"
          type="date"
          label={t('reconciliation.day')}
          value={day}
          onChange={setDay}
          error={isDay ? undefined : t('fieldError.invalid_date')}
        />
      </div>
      {isError && (
        <Notice tone="error" action={<Button onPress={() => void refetch()}>{t('common.try_again')}</Button>}>
          {t('reconciliation.not_loaded')}
        </Notice>
      )}
      {!data && !isError && isDay && <p>{t('common.loading')}</p>}
      {data && <Day of={data} />}
    </Card>
  )
}

function Day({ of: { provider, ledger, bank, differences, total } }: { of: Reconciliation }) {
  const { t } = useTranslation()
  return (
    <>
      {!provider.is_read && <p>{t('reconciliation.not_read')}</p>}
      <dl className={css.sums}>
        <Side
          name={t('reconciliation.provider')}
          isKnown={provider.is_read}
          sums={{ payments: provider.payments, fees: provider.fees, payouts: provider.payouts }}
        />
        <Side
          name={t('reconciliation.ledger')}
          sums={{
            payments: ledger.payments,
            top_ups: ledger.top_ups,
            seen_on_other_days: ledger.seen_on_other_days,
          }}
        />
        <Side
          name={t('reconciliation.bank')}
          sums={{
            credits: bank.credits,
            booked_on_other_days: bank.booked_on_other_days,
            payouts_at_bank: bank.payouts,
            set_aside: bank.set_aside,
          }}
        />
      </dl>
      {total === 0 ? (
        <p>{t('reconciliation.none')}</p>
      ) : (
        <>
          <h3 className={css.heading}>{t('reconciliation.differences', { count: total })}</h3>
          <ul className={css.waiting}>
            {differences.map((difference) => (
              <DifferenceRow key={difference.kind + difference.id} difference={difference} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** The sums of one side; a dash for each that is not known. */
function Side({ name, sums, isKnown = true }: { name: string; sums: Record<string, number>; isKnown?: boolean }) {
  const { t, i18n } = useTranslation()
  return (
    <div>
      <dt>{name}</dt>
      {Object.entries(sums).map(([what, pence]) => (
        <dd key={what}>
          <span>{t(`reconciliation.sum.${what}`)}</span>{' '}
          <span>{isKnown ? formatPence(toPence(pence), i18n.language) : '–'}</span>
        </dd>
      ))}
    </div>
  )
}

const SIDES = ['provider', 'ledger', 'bank'] as const

function DifferenceRow({ difference }: { difference: Reconciliation['differences'][number] }) {
  const { t, i18n } = useTranslation()
  const amounts = SIDES.flatMap((side) => {
    const pence = difference[side]
    return pence === undefined ? [] : [`${t(`reconciliation.${side}`)} ${formatPence(toPence(pence), i18n.language)}`]
  })
  return (
    <li>
      <span>
        <b>{t(`reconciliation.kind.${difference.kind}`)}</b> {difference.organisation}
        <small>
          <span className={css.code}>{difference.text}</span>
        </small>
      </span>
      <span>{amounts.join(' · ')}</span>
    </li>
  )
}
