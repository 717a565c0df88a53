import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'
import css from './device-preferences-page.module.css'
import { EnrolCard } from './enrol-card.tsx'
import { HubsCard } from './hubs-card.tsx'
import { JobsCard } from './jobs-card.tsx'
import { PairCard } from './pair-card.tsx'
import { PrintersCard } from './printers-card.tsx'

/** Pairs device managers, assigns printers and lists recent jobs. */
export function Component() {
  const { t } = useTranslation()
  return (
    <Page title={t('device.title')}>
      <div className={css.columns}>
        <div className={css.column}>
          <PrintersCard />
          <JobsCard />
        </div>
        <div className={css.column}>
          <HubsCard />
          <PairCard />
          <EnrolCard />
        </div>
      </div>
    </Page>
  )
}
