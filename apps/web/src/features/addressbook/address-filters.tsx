import { ADDRESS_STATES, type countAddresses } from '@postroom/contract/address-book'
import type { AnswerOf } from '@postroom/contract/endpoint'
import { Merge, Search } from 'lucide-react'
import { Group, Input, SearchField } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/icon.tsx'
import { FilterChips } from '../../ui/lists/filter-chips.tsx'
import { Select } from '../../ui/select.tsx'
import field from '../../ui/field.module.css'
import css from './addressbook.module.css'
import type { BookFilter } from './address-queries.ts'

interface AddressFiltersProps {
  filter: BookFilter
  onChange: (filter: BookFilter) => void
  counts: AnswerOf<typeof countAddresses> | undefined
}

const ALL = 'all'

/** Search, visibility, tag and state of the shown addresses. */
export function AddressFilters({ filter, onChange, counts }: AddressFiltersProps) {
  const { t } = useTranslation()
  const set = (change: Partial<BookFilter>) => onChange({ ...filter, ...change })
  return (
    <div className={css.filters}>
      <div className={css.fields}>
        <SearchField
          aria-label={t('addressbook.search')}
          value={filter.q}
          onChange={(q) => set({ q })}
          className={css.search ?? ''}
        >
          <Group className={field.box ?? ''}>
            <Icon of={Search} size="small" />
            <Input className={field.input ?? ''} placeholder={t('addressbook.search')} maxLength={100} />
          </Group>
        </SearchField>
        <Select
          name="visibility-filter"
          label={t('addressbook.visibility')}
          value={filter.visibility}
          onChange={(visibility) => set({ visibility })}
          options={[
            { value: ALL, label: t('addressbook.everybodys') },
            { value: 'Public', label: t('addressbook.public') },
            { value: 'Private', label: t('addressbook.private') },
          ]}
        />
        <Select
          name="tag-filter"
          label={t('addressbook.tag')}
          value={filter.tag === '' ? ALL : `#${filter.tag}`}
          onChange={(tag) => set({ tag: tag === ALL ? '' : tag.slice(1) })}
          options={[
            { value: ALL, label: t('addressbook.all_tags') },
            ...(counts?.tags ?? []).map(({ tag }) => ({ value: `#${tag}`, label: tag })),
          ]}
        />
      </div>
      <FilterChips
        label={t('addressbook.state')}
        value={filter.state}
        onChange={(state) => set({ state })}
        chips={[
          { value: ALL, label: t('addressbook.states.all'), count: counts?.all },
          ...ADDRESS_STATES.map((state) => ({
            value: state,
            label: t(`addressbook.states.${state}`),
            count: counts?.states[state],
            ...(state === 'twice' && { icon: Merge }),
          })),
        ]}
      />
    </div>
  )
}
