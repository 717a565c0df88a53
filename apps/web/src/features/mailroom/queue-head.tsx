import { listCostCenters } from '@postroom/contract/shipment-references'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { FilterChips } from '../../ui/lists/filter-chips.tsx'
import css from './mailroom-page.module.css'
import { GROUPS, type Group } from './rows/queue-row.ts'
import type { Filter } from './use-filter.ts'

/** The names of the organisation's cost centres by id. */
export function useCostCenters(): ReadonlyMap<string, string> | undefined {
  const { data } = useQuery({
    queryKey: ['cost_centers', 'queue'],
    queryFn: ({ signal }) => call(listCostCenters, { query: { length: 100 } }, { signal }),
    select: ({ data: rows }) => new Map(rows.map(({ id, name }) => [id, name])),
    staleTime: 300_000,
    meta: { isQuiet: true },
  })
  return data
}

interface QueueHeadProps {
  filter: Filter
  costcenters: ReadonlyMap<string, string> | undefined
  /** How many rows are chosen. */
  selected: number
  onBuyAll: () => void
}

/** The filters above the table, and the act on the chosen rows. */
export function QueueHead({ filter, costcenters, selected, onBuyAll }: QueueHeadProps) {
  const { t } = useTranslation()
  const chips = (Object.keys(GROUPS) as Group[]).map((value) => ({
    value,
    label: t(`mailroom.group.${value}`),
    count: filter.counts[value],
    ...(value === 'needs_you' && { icon: TriangleAlert }),
  }))
  return (
    <div className={css.filters}>
      <FilterChips label={t('mailroom.filter')} value={filter.group} onChange={filter.setGroup} chips={chips} />
      {selected > 0 && (
        <Button shortcut="Alt B" onPress={onBuyAll}>
          {t('mailroom.buy_selected', { count: selected })}
        </Button>
      )}
      {costcenters && costcenters.size > 0 && (
        <select
          className={css.costcenters}
          aria-label={t('mailroom.column.costcenter')}
          value={filter.costcenter}
          onChange={(event) => filter.setCostcenter(event.target.value)}
        >
          <option value="">{t('mailroom.all_costcenters')}</option>
          {[...costcenters].map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}
