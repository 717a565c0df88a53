import type { Spending, SpendingQuery } from '@postroom/contract/spending'
import { stepOf } from '@postroom/domain/purchase/spending-periods'
import { ChartColumn, Table2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/card.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { slotsOf } from './chart-slots.ts'
import css from './dashboard.module.css'
import { DaysTable } from './days-table.tsx'
import { SpendChart } from './spend-chart.tsx'

interface DaysCardProps {
  spending: Spending
  query: SpendingQuery
  isTable: boolean
  onView: (view: 'chart' | 'table') => void
}

/** Spend by day or month and service, as bars or as a table of the same figures. */
export function DaysCard({ spending, query, isTable, onView }: DaysCardProps) {
  const { t } = useTranslation()
  const slots = slotsOf(spending)
  const title = t(`dashboard.by_step.${stepOf(spending)}`)
  return (
    <div className={css.wide}>
      <Card
        title={title}
        note={t('dashboard.opens_history')}
        action={
          <Choice<'chart' | 'table'>
            label={t('dashboard.view')}
            name="view"
            look="segments"
            value={isTable ? 'table' : 'chart'}
            onChange={onView}
            options={[
              { value: 'chart', label: t('dashboard.chart'), picture: <Icon of={ChartColumn} size="small" /> },
              { value: 'table', label: t('dashboard.table'), picture: <Icon of={Table2} size="small" /> },
            ]}
          />
        }
      >
        {isTable ? (
          <DaysTable title={title} slots={slots} spending={spending} query={query} />
        ) : (
          <SpendChart title={title} slots={slots} query={query} />
        )}
      </Card>
    </div>
  )
}
