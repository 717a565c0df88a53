import type { Attention } from '@postroom/contract/attention'
import { toPence } from '@postroom/domain/money'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Clock, Inbox, TriangleAlert, Wallet } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskManager } from '../accounts/ask-manager.tsx'
import { localeOf } from '../i18n.ts'
import { href } from '../pages.ts'
import { LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { formatPence } from '../ui/format-pence.ts'
import { Icon } from '../ui/icon.tsx'
import css from './attention-card.module.css'
import { attentionQuery } from './attention-query.ts'
import { AttentionRow } from './attention-row.tsx'
import { UnprintedBatch } from './unprinted-batch.tsx'
import { UnprintedShipment } from './unprinted-shipment.tsx'
import { useUnprinted } from './use-unprinted.ts'

/** What needs attention, first what costs most to leave: not printed, on hold, refused, money, waiting. Absent when nothing does. */
export function AttentionCard() {
  const { t } = useTranslation()
  const { data } = useQuery(attentionQuery())
  const { rows, batches, total, hold, settle } = useUnprinted()
  const [settled, setSettled] = useState('')
  const others = data ? kindsIn(data) : 0
  const count = others + (total > 0 ? 1 : 0)
  const title = t('attention.not_printed', { count: total })
  return (
    <>
      <output className="visually-hidden">{settled}</output>
      {count > 0 && (
        <Card title={t('attention.title')} note={count} isFlush>
          <ul className={css.rows}>
            {total > 0 && (
              <li className={css.row} data-tone="warn">
                <Icon of={TriangleAlert} />
                <div className={css.text}>
                  <p className={css.title}>{title}</p>
                  <p className={css.facts}>{t('attention.paid_once')}</p>
                  {batches.map((batch, index) => (
                    <UnprintedBatch key={batch.id} batch={batch} isPrimary={index === 0} />
                  ))}
                  {rows.map((row, index) => (
                    <UnprintedShipment
                      key={row.id}
                      row={row}
                      hold={hold}
                      onSettled={(id, text) => {
                        settle(id)
                        setSettled(text)
                      }}
                      isPrimary={index === 0 && batches.length === 0}
                    />
                  ))}
                </div>
              </li>
            )}
            {data && <OtherRows attention={data} />}
          </ul>
        </Card>
      )}
    </>
  )
}

const kindsIn = ({ on_hold, refused_refunds, low_balances, mailroom }: Attention): number =>
  [on_hold.total, refused_refunds.total, low_balances.length, mailroom.total].filter((n) => n > 0).length

/** Home with these shipments above everything else. */
const shipmentsHref = (rows: readonly { id: string }[]): string =>
  href('home', { shipment: rows.map(({ id }) => id).join(' ') })

function OtherRows({ attention }: { attention: Attention }) {
  const { on_hold, refused_refunds, low_balances, mailroom } = attention
  const { t, i18n } = useTranslation()
  const money = (pence: number) => formatPence(toPence(pence), i18n.language)
  const time = (at: string) =>
    new Intl.DateTimeFormat(localeOf(i18n.language), { hour: '2-digit', minute: '2-digit' }).format(new Date(at))
  const [held] = on_hold.rows
  const [refused] = refused_refunds.rows
  const about = ({ service, name }: { service: string; name: string }) =>
    t('attention.shipment', { service: t(`service.${service}`), name })
  return (
    <>
      {held && (
        <AttentionRow
          icon={Clock}
          tone="info"
          title={t('attention.on_hold', { count: on_hold.total })}
          facts={t('attention.on_hold_facts', {
            what: about(held),
            amount: money(on_hold.amount),
            time: time(held.created_at),
          })}
          act={<LinkButton href={shipmentsHref(on_hold.rows)}>{t('attention.show')}</LinkButton>}
        />
      )}
      {refused && (
        <AttentionRow
          icon={CircleAlert}
          tone="error"
          title={t('attention.refused', { count: refused_refunds.total })}
          facts={t('attention.refused_facts', {
            what: about(refused),
            amount: money(refused.amount),
            reason: refused.reason,
          })}
          act={<LinkButton href={shipmentsHref(refused_refunds.rows)}>{t('attention.see_why')}</LinkButton>}
        />
      )}
      {low_balances.map(({ account_id, name, balance, low_balance }) => (
        <AttentionRow
          key={account_id}
          icon={Wallet}
          tone="warn"
          title={t('attention.low', { amount: money(balance) })}
          facts={t('attention.low_facts', { name, amount: money(low_balance) })}
          act={<AskManager accountId={account_id} missing={low_balance - balance} />}
        />
      ))}
      {mailroom.oldest !== undefined && (
        <AttentionRow
          icon={Inbox}
          tone="info"
          title={t('attention.mailroom', { count: mailroom.total })}
          facts={t('attention.mailroom_facts', { time: time(mailroom.oldest) })}
          act={<LinkButton href={href('mailroom')}>{t('attention.open')}</LinkButton>}
        />
      )}
    </>
  )
}
