import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useUser } from '../../session/use-session.ts'
import { Page } from '../../ui/page.tsx'
import { AttentionCard } from '../../attention/attention-card.tsx'
import { BalanceCard } from './balance-card.tsx'
import { DeviceCard } from './device-card.tsx'
import { FoundShipment } from './found-shipment.tsx'
import { greetingAt } from './greeting.ts'
import css from './home-page.module.css'
import { LastShipments } from './last-shipments.tsx'
import { StartTiles } from './start-tiles.tsx'

/** The start page: formats, balance, printing status and last shipments. */
export function Component() {
  const { t } = useTranslation()
  const { fullname } = useUser()
  const shipment = useSearchParams()[0].get('shipment')
  const [now] = useState(() => new Date())
  const name = fullname.trim().split(/\s+/)[0] ?? ''
  return (
    <Page title={t(`home.${greetingAt(now)}`, { name })} documentTitle={t('home.title')}>
      <div className={css.home}>
        <div className={css.first}>
          {shipment !== null && <FoundShipment key={shipment} id={shipment} />}
          <AttentionCard />
          <StartTiles />
        </div>
        <div className={css.side}>
          <BalanceCard />
          <DeviceCard />
        </div>
        <div className={css.last}>
          <LastShipments />
        </div>
      </div>
    </Page>
  )
}
