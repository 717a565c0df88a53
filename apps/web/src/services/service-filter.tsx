import type { RateQuote } from '@postroom/contract/rate'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { optionOf, type OptionChoice } from '../item-form/service-choice.ts'
import { FilterChips } from '../ui/lists/filter-chips.tsx'

export interface ServiceFilter {
  /** The services left by the filter; postage of the user's own value is none of them. */
  shown: readonly RateQuote[]
  isAll: boolean
  /** The choice of the filter, where there is one. */
  chips: ReactNode
}

/** A filter of the services by their option, with the number of services behind each. */
export function useServiceFilter(quotes: readonly RateQuote[] = []): ServiceFilter {
  const { t } = useTranslation()
  const [option, setOption] = useState<OptionChoice | 'all'>('all')
  const published = quotes.filter(({ service }) => service.code !== 'frank_pay')
  const groups = Map.groupBy(published, ({ service }) => optionOf(service.code))
  const filter = option !== 'all' && groups.has(option) ? option : 'all'
  const options = [...groups].map(([value, own]) => ({
    value,
    label: t(`shipping.option.${value}`),
    count: own.length,
  }))
  return {
    shown: filter === 'all' ? published : (groups.get(filter) ?? []),
    isAll: filter === 'all',
    chips: groups.size > 1 && groups.size < published.length && (
      <FilterChips
        label={t('shipping.filter_services')}
        value={filter}
        onChange={setOption}
        chips={[{ value: 'all', label: t('shipping.all_services'), count: published.length }, ...options]}
      />
    ),
  }
}
