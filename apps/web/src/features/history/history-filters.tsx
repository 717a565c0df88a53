import { FOUND_STATUSES } from '@postroom/contract/shipment-search'
import type { CalendarDate } from '@postroom/domain/calendar'
import { SERVICE_CODES } from '@postroom/domain/catalogue/services'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { colleaguesQuery } from '../../session/colleagues-query.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { isFiltered, type HistoryFilter } from './history-filter.ts'
import { costCentersQuery } from './history-queries.ts'
import css from './history.module.css'
import { PeriodFilter } from '../../ui/lists/period-filter.tsx'
import { SearchBox } from './search-box.tsx'

interface HistoryFiltersProps {
  filter: HistoryFilter
  /** Changes when the text changes by something else than typing. */
  searchKey: string
  today: CalendarDate
  onChange: (filter: HistoryFilter) => void
  onReset: () => void
  /** What is found, and what it costs. */
  sum: string | undefined
}

const ALL = 'all'

/** Search, days, state, person, cost centre and service of the shown shipments. A country comes with a link. */
export function HistoryFilters({ filter, searchKey, today, onChange, onReset, sum }: HistoryFiltersProps) {
  const { t, i18n } = useTranslation()
  const people = useQuery(colleaguesQuery()).data ?? []
  const centers = useQuery(costCentersQuery()).data ?? []
  const set = (change: Partial<HistoryFilter>) => onChange({ ...filter, ...change })
  const choice = (
    key: 'state' | 'service' | 'person' | 'costcenter',
    options: readonly { value: string; label: string }[],
  ) => (
    <Select<string>
      name={`${key}-filter`}
      label={t(`history.${key}`)}
      value={filter[key] ?? ALL}
      onChange={(value) => set({ [key]: value === ALL ? undefined : value })}
      options={[{ value: ALL, label: t(`history.any.${key}`) }, ...options]}
    />
  )
  const named = (name: string, isActive: boolean) => (isActive ? name : t('history.retired', { name }))
  return (
    <div className={css.filters}>
      <div className={css.fields}>
        <SearchBox key={searchKey} q={filter.q} onChange={(q) => set({ q })} />
        <PeriodFilter days={filter} today={today} onChange={set} />
        {choice(
          'state',
          FOUND_STATUSES.map((status) => ({ value: status, label: t(`home.status.${status}`) })),
        )}
        {choice(
          'person',
          people.map(({ id, fullname }) => ({ value: id, label: fullname })),
        )}
        {centers.length > 0 &&
          choice(
            'costcenter',
            centers.map(({ id, name, is_active }) => ({ value: id, label: named(name, is_active) })),
          )}
        {choice('service', [
          ...SERVICE_CODES.map((code) => ({ value: code as string, label: t(`service.${code}`) })),
          ...(filter.service?.includes(',') ? [{ value: filter.service, label: t('history.several') }] : []),
        ])}
      </div>
      <div className={css.found}>
        {filter.country !== undefined && (
          <Button variant="quiet" icon={X} onPress={() => set({ country: undefined })}>
            {t('history.to_country', {
              country: new Intl.DisplayNames(i18n.language, { type: 'region' }).of(filter.country),
            })}
          </Button>
        )}
        {isFiltered(filter) && (
          <Button variant="link" onPress={onReset}>
            {t('history.remove_all')}
          </Button>
        )}
        <output>{sum}</output>
      </div>
    </div>
  )
}
