import type { PriceNarrowing } from '@postroom/contract/price-list'
import { SERVICE_CODES } from '@postroom/domain/catalogue/services'
import { CHANNELS } from '@postroom/domain/tariffs/channels'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Download, Tags } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { FilterChips } from '../../../ui/lists/filter-chips.tsx'
import { loadingOf, nextPageOf } from '../../../ui/lists/query-state.ts'
import { Select } from '../../../ui/select.tsx'
import css from '../administration.module.css'
import { pricesQuery, useSavePrices } from './office-queries.ts'
import { nameOf, priceColumns, priceLines, type PriceRow } from './price-columns.tsx'
import { filterIn, queryOf, type PriceFilter } from './price-filter.ts'

const ANY = 'any'

/** The price lists, each price with what it was in the list before. */
export function PricesView() {
  const { t, i18n } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const filter = filterIn(search)
  const narrowing: Partial<PriceNarrowing> = Object.fromEntries(Object.entries(filter).filter(([, value]) => value))
  const list = useInfiniteQuery(pricesQuery(narrowing))
  const save = useSavePrices(narrowing)
  const columns = useMemo(() => priceColumns(t, i18n.language), [t, i18n.language])
  const lines = useMemo(() => priceLines(t, i18n.language), [t, i18n.language])
  const pages = list.data?.pages
  const first = pages?.[0]
  const set = (change: Partial<PriceFilter>) => setSearch(queryOf({ ...filter, ...change }), { flushSync: true })
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <DataTable<PriceRow>
      label={t('administration.part.prices')}
      columns={columns}
      rows={pages?.flatMap(({ data }) => data).map((row, place) => ({ ...row, id: String(place) }))}
      nameOf={(row) => nameOf(row, t)}
      lines={lines}
      onNearEnd={nextPageOf(list)}
      {...loadingOf(list)}
      above={
        <div className={css.filters}>
          <FilterChips
            label={t('administration.channel')}
            value={filter.channel}
            onChange={(channel) => set({ channel, list: undefined })}
            chips={CHANNELS.map((value) => ({ value, label: t(`administration.channels.${value}`) }))}
          />
          {first && (
            <Select
              name="list-filter"
              label={t('administration.valid_from')}
              value={first.shown}
              onChange={(chosen) => set({ list: chosen })}
              options={first.lists.map(({ id, effective_from, state }) => ({
                value: id,
                label: t(`administration.list.${state}`, { day: day.format(new Date(effective_from)) }),
              }))}
            />
          )}
          <Select<string>
            name="service-filter"
            label={t('administration.service')}
            value={filter.service ?? ANY}
            onChange={(chosen) => set({ service: SERVICE_CODES.find((code) => code === chosen) })}
            options={[
              { value: ANY, label: t('administration.any_service') },
              ...SERVICE_CODES.map((value) => ({ value, label: t(`service.${value}`) })),
            ]}
          />
          <FilterChips
            label={t('administration.prices_shown')}
            value={filter.changed}
            onChange={(changed) => set({ changed })}
            chips={[
              { value: 'false' as const, label: t('administration.all_prices') },
              { value: 'true' as const, label: t('administration.changed_prices') },
            ]}
          />
          <Button icon={Download} isPending={save.isPending} isDisabled={!first?.total} onPress={() => save.mutate()}>
            {t('administration.save_csv')}
          </Button>
          {first && (
            <p className={css.quiet}>
              {t(
                first.lists.some(({ state }) => state === 'coming')
                  ? 'administration.list_coming'
                  : 'administration.no_list_coming',
              )}{' '}
              {first.compared_with === undefined && t('administration.first_list')}
            </p>
          )}
        </div>
      }
      empty={<EmptyState icon={Tags} title={t('administration.no_prices')} />}
      foot={first && t('administration.prices', { count: first.total })}
    />
  )
}
