import type { Spending } from '@postroom/contract/spending'
import { toPence } from '@postroom/domain/money'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Card } from '../../ui/card.tsx'
import { formatPence } from '../../ui/format-pence.ts'
import { Money } from '../../ui/money.tsx'
import css from './dashboard.module.css'
import { FigureTable } from './figure-table.tsx'
import { historyHref } from './history-link.ts'
import { periodText } from './periods.ts'

type Refund = Spending['refunds']['rows'][number]

/** The voids that wait for the carrier, and when their money is back at the latest. */
export function RefundsCard({ refunds }: Pick<Spending, 'refunds'>) {
  const { t, i18n } = useTranslation()
  const day = (date: string) => periodText({ from: date, to: date }, i18n.language, false)
  const title = t('dashboard.refunds')
  return (
    <Card title={title} action={<Money pence={toPence(refunds.amount)} size="display" />} isFlush>
      {refunds.total === 0 ? (
        <p className={css.remark}>{t('dashboard.no_refunds')}</p>
      ) : (
        <FigureTable<Refund>
          caption={title}
          keyOf={({ id }) => id}
          rows={refunds.rows}
          columns={[
            {
              id: 'shipment',
              name: t('dashboard.shipment'),
              cell: (refund) => namedRefund(refund, t('dashboard.asked_on', { day: day(refund.asked_on) })),
            },
            { id: 'back', name: t('dashboard.back_by'), cell: ({ expected_by }) => day(expected_by) },
            {
              id: 'amount',
              name: t('dashboard.amount'),
              cell: ({ amount }) => formatPence(toPence(amount), i18n.language),
              isMoney: true,
            },
          ]}
        />
      )}
      {refunds.total > refunds.rows.length && (
        <p className={css.remark}>
          <Link to={historyHref({ state: 'void_requested' })}>
            {t('dashboard.all_refunds', { count: refunds.total })}
          </Link>
        </p>
      )}
    </Card>
  )
}

const namedRefund = ({ id, name }: Refund, asked: string) => (
  <>
    <Link to={historyHref({ state: 'void_requested', shipment: id })}>{name}</Link>
    <span className={css.second}>{asked}</span>
  </>
)
