import type { CalendarDate } from '@postroom/domain/calendar'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '../select.tsx'
import { TextField } from '../text-field.tsx'
import { daysOf, periodOf, PERIODS, type Days, type Period } from './period.ts'

interface PeriodFilterProps {
  days: Days
  today: CalendarDate
  onChange: (days: Days) => void
}

/** The days of a list: a usual period, or two dates. */
export function PeriodFilter({ days, today, onChange }: PeriodFilterProps) {
  const { t } = useTranslation()
  const { from, to } = days
  const period = periodOf(days, today)
  const [isOwn, setOwn] = useState(false)
  const hasOwn = isOwn || (period === undefined && (from !== undefined || to !== undefined))
  const choose = (value: Period | 'all' | 'own') => {
    setOwn(value === 'own')
    if (value === 'all') onChange({ from: undefined, to: undefined })
    else if (value !== 'own') onChange(daysOf(value, today))
  }
  return (
    <>
      <Select
        name="period-filter"
        label={t('table.period')}
        value={hasOwn ? 'own' : (period ?? 'all')}
        onChange={choose}
        options={(['all', ...PERIODS, 'own'] as const).map((value) => ({
          value,
          label: t(`table.periods.${value}`),
        }))}
      />
      {hasOwn && (
        <>
          <TextField
            type="date"
            name="from-filter"
            label={t('table.from')}
            value={from ?? ''}
            // a last day before the first one would find nothing
            onChange={(day) => onChange({ from: day || undefined, to: to !== undefined && to < day ? undefined : to })}
          />
          <TextField
            type="date"
            name="to-filter"
            label={t('table.until')}
            value={to ?? ''}
            onChange={(day) =>
              onChange({
                to: day || undefined,
                from: from !== undefined && day !== '' && day < from ? undefined : from,
              })
            }
          />
        </>
      )}
    </>
  )
}
