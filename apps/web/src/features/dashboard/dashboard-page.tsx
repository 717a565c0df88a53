import { ChartColumn } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TableState } from '../../ui/lists/table-state.tsx'
import { Page } from '../../ui/page.tsx'
import { DaysCard } from './days-card.tsx'
import css from './dashboard.module.css'
import { FiguresStrip } from './figures-strip.tsx'
import { GrowthCard } from './growth-card.tsx'
import { earlier, periodText } from './periods.ts'
import { RefundsCard } from './refunds-card.tsx'
import { ServicesCard } from './services-card.tsx'
import { SharesCard } from './shares-card.tsx'
import { Tools } from './tools.tsx'
import { useDashboard } from './use-dashboard.ts'

/** What was spent on postage, when, by which service, for whom and where to. @see spec §2 */
export function Component() {
  const { t, i18n } = useTranslation()
  const dashboard = useDashboard()
  const { spending, query, failure, isLoading } = dashboard
  const isEmpty = spending?.total.items === 0 && spending.refunds.total === 0
  const empty = (
    <EmptyState
      icon={ChartColumn}
      title={t('dashboard.nothing', { period: periodText(dashboard.period, i18n.language) })}
      action={
        <Button onPress={() => dashboard.ask({ ...earlier(dashboard.period) })}>{t('dashboard.show_before')}</Button>
      }
    />
  )
  return (
    <Page title={t('page.dashboard')} isWide aside={<Tools {...dashboard} />}>
      {(!spending || failure || isEmpty) && (
        <Card isFlush>
          <TableState
            rows={spending && []}
            label={t('page.dashboard')}
            failure={failure}
            empty={empty}
            columns={4}
            rowHeight={48}
          />
        </Card>
      )}
      {spending && !isEmpty && (
        <div className={css.dashboard} aria-busy={isLoading}>
          <FiguresStrip spending={spending} query={query} />
          <DaysCard spending={spending} query={query} isTable={dashboard.isTable} onView={dashboard.show} />
          <ServicesCard spending={spending} query={query} />
          <SharesCard spending={spending} query={query} />
          <GrowthCard spending={spending} />
          <RefundsCard refunds={spending.refunds} />
        </div>
      )}
    </Page>
  )
}
