import { ATTENTION_ROWS } from '@postroom/contract/attention'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { localeOf } from '../../i18n.ts'
import { useUser } from '../../session/use-session.ts'
import { Page } from '../../ui/page.tsx'
import { AttentionCard } from '../../attention/attention-card.tsx'
import { BalanceCard } from './balance-card.tsx'
import { DeviceCard } from './device-card.tsx'
import { FoundShipments } from './found-shipments.tsx'
import { greetingAt } from './greeting.ts'
import css from './home-page.module.css'
import { LastShipments } from './last-shipments.tsx'
import { StartTiles } from './start-tiles.tsx'

/** The start page: formats, balance, printing status and last shipments. */
export function Component() {
  const { t, i18n } = useTranslation()
  const { fullname } = useUser()
  const shipments = useSearchParams()[0].get('shipment')
  const [now] = useState(() => new Date())
  const written = new Intl.DateTimeFormat(localeOf(i18n.language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  }).format(now)
  const name = fullname.trim().replace(/\s.*/, '')
  return (
    <Page
      title={t(`home.${greetingAt(now)}`, { name })}
      documentTitle={t('home.title')}
      aside={<p className={css.today}>{written}</p>}
    >
      <div className={css.home}>
        <div className={css.column}>
          {shipments !== null && <FoundShipments key={shipments} ids={shipments.split(' ').slice(0, ATTENTION_ROWS)} />}
          <AttentionCard />
          <StartTiles />
          <LastShipments />
        </div>
        <div className={css.side}>
          <BalanceCard />
          <DeviceCard />
        </div>
      </div>
    </Page>
  )
}
