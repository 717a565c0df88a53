import type { FoundShipment } from '@postroom/contract/shipment-search'
import { toPence } from '@postroom/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Download, PackageOpen, SearchX } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../item-form/use-today.ts'
import { href } from '../../pages.ts'
import { colleaguesQuery } from '../../session/colleagues-query.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatPence } from '../../ui/format-pence.ts'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { WithDrawer } from '../../ui/lists/drawer.tsx'
import { Page } from '../../ui/page.tsx'
import { historyColumns, historyLines } from './history-columns.tsx'
import { isFiltered } from './history-filter.ts'
import { HistoryDrawer } from './history-drawer.tsx'
import { HistoryFilters } from './history-filters.tsx'
import { nameOf, useSaveHistory } from './history-queries.ts'
import { useHistory } from './use-history.ts'

/** Everything that was sent: one search, and one shipment beside it with what can be done with it. @see spec §7 'Shipment' */
export function Component() {
  const { t, i18n } = useTranslation()
  const today = useToday()
  const history = useHistory()
  const { filter, open, rows, total, isMore, sum } = history
  const save = useSaveHistory(filter, isMore)
  const table = useRef<HTMLTableElement>(null)
  const people = useQuery(colleaguesQuery()).data
  const context = useMemo(
    () => ({ t, language: i18n.language, names: new Map(people?.map(({ id, fullname }) => [id, fullname])) }),
    [t, i18n.language, people],
  )
  const columns = useMemo(() => historyColumns(context), [context])
  const lines = useMemo(() => historyLines(context), [context])
  const place = rows?.findIndex(({ id }) => id === open) ?? -1
  const wasOpen = useRef(false)
  useEffect(() => {
    if (open === undefined && wasOpen.current && !table.current?.contains(document.activeElement))
      table.current?.focus()
    wasOpen.current = open !== undefined
  }, [open])
  const toList = () => history.setOpen(undefined)
  const neighbour = (step: 1 | -1) => {
    const next = place < 0 ? undefined : rows?.[place + step]
    if (next) return () => history.setOpen(next.id)
    // the row after the last loaded one comes with the next page
    return step === 1 && place >= 0 ? history.loadMore : undefined
  }
  const counted =
    total !== undefined && (isMore ? t('history.more_than', { total }) : t('history.found', { count: total }))
  const found = [counted, sum !== undefined && t('history.sum', { amount: formatPence(toPence(sum), i18n.language) })]
    .filter(Boolean)
    .join(', ')
  return (
    <Page
      title={t('page.history')}
      isWide
      aside={
        <Button icon={Download} isPending={save.isPending} isDisabled={!total} onPress={() => save.mutate()}>
          {isMore ? t('history.save_newest', { total }) : t('history.save_csv', { count: total ?? 0 })}
        </Button>
      }
    >
      <WithDrawer
        onClose={toList}
        drawer={
          open !== undefined && (
            <HistoryDrawer
              id={open}
              row={rows?.[place]}
              names={context.names}
              onBefore={neighbour(-1)}
              onNext={neighbour(1)}
              onClose={toList}
            />
          )
        }
      >
        <DataTable<FoundShipment>
          ref={table}
          label={t('page.history')}
          columns={columns}
          rows={rows}
          nameOf={nameOf}
          lines={lines}
          sort={history.order}
          onSort={history.sortBy}
          current={open}
          onOpen={history.setOpen}
          onFocusRow={(id) => open !== undefined && history.setOpen(id)}
          onNearEnd={history.loadMore}
          isLoading={history.isLoading}
          failure={history.failure}
          above={
            <HistoryFilters
              filter={filter}
              searchKey={history.searchKey}
              today={today}
              onChange={history.setFilter}
              onReset={history.reset}
              sum={found}
            />
          }
          empty={<NothingFound isNarrowed={isFiltered(filter)} onReset={history.reset} />}
          foot={counted}
        />
      </WithDrawer>
    </Page>
  )
}

function NothingFound({ isNarrowed, onReset }: { isNarrowed: boolean; onReset: () => void }) {
  const { t } = useTranslation()
  if (!isNarrowed)
    return (
      <EmptyState
        icon={PackageOpen}
        title={t('home.none')}
        action={<LinkButton href={href('shipping')}>{t('home.first')}</LinkButton>}
      >
        {t('history.none_yet')}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={SearchX}
      title={t('history.none')}
      action={<Button onPress={onReset}>{t('history.remove_all')}</Button>}
    >
      {t('history.looked_in')}
    </EmptyState>
  )
}
