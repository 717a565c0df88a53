import { RETURN_REASONS } from '@postroom/domain/post/returns'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../item-form/use-today.ts'
import { Button } from '../../ui/button.tsx'
import { FilterChips } from '../../ui/lists/filter-chips.tsx'
import { PeriodFilter } from '../../ui/lists/period-filter.tsx'
import type { ReturnFilter } from './return-filter.ts'
import { reasonsQuery, useSaveReturns } from './return-queries.ts'
import css from './returns.module.css'

interface ReturnFiltersProps {
  filter: ReturnFilter
  onChange: (filter: ReturnFilter) => void
  total: number | undefined
}

/** State, days and reason of the listed items. Each reason has how often it came. */
export function ReturnFilters({ filter, onChange, total }: ReturnFiltersProps) {
  const { t } = useTranslation()
  const today = useToday()
  const { data: counted } = useQuery(reasonsQuery(filter))
  const save = useSaveReturns(filter)
  const countOf = (reason: string) => counted?.find((row) => row.reason === reason)?.items ?? 0
  const shown = RETURN_REASONS.filter((reason) => countOf(reason) > 0 || reason === filter.reason)
  return (
    <div className={css.above}>
      <div className={css.filters}>
        <FilterChips
          label={t('returns.shown')}
          value={filter.state}
          onChange={(state) => onChange({ ...filter, state })}
          chips={(['open', 'done'] as const).map((value) => ({ value, label: t(`returns.state.${value}`) }))}
        />
        <PeriodFilter days={filter} today={today} onChange={(days) => onChange({ ...filter, ...days })} />
        <Button icon={Download} isPending={save.isPending} isDisabled={!total} onPress={() => save.mutate()}>
          {t('returns.save_csv', { count: total ?? 0 })}
        </Button>
      </div>
      {shown.length > 0 && (
        <FilterChips
          label={t('returns.reason_head')}
          value={filter.reason ?? 'all'}
          onChange={(reason) => onChange({ ...filter, reason: reason === 'all' ? undefined : reason })}
          chips={[
            {
              value: 'all' as const,
              label: t('returns.any_reason'),
              count: counted?.reduce((sum, row) => sum + row.items, 0),
            },
            ...shown.map((value) => ({ value, label: t(`returns.reason.${value}`), count: countOf(value) })),
          ]}
        />
      )}
    </div>
  )
}
