import type { ListedDevice } from '@postroom/contract/device-list'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { Plug, Printer, TriangleAlert, Unplug } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { href } from '../../../pages.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { Column, TwoLines } from '../../../ui/lists/columns.ts'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { eachOnce } from '../../../ui/lists/list-pages.ts'
import { loadingOf, nextPageOf } from '../../../ui/lists/query-state.ts'
import { StateWord } from '../../../ui/lists/state-word.tsx'
import css from '../administration.module.css'
import { devicesQuery } from './office-queries.ts'
import { UnpairDialog } from './unpair-dialog.tsx'

/** The device managers of the organisation: whether they are there, their versions, and whether their printers print. */
export function DevicesView() {
  const { t, i18n } = useTranslation()
  const list = useInfiniteQuery(devicesQuery())
  const [unpairing, setUnpairing] = useState<ListedDevice>()
  const columns = useMemo(() => deviceColumns(t, i18n.language, setUnpairing), [t, i18n.language])
  const lines = useMemo(() => deviceLines(t, i18n.language, setUnpairing), [t, i18n.language])
  const pages = list.data?.pages
  return (
    <>
      <DataTable<ListedDevice>
        label={t('administration.part.devices')}
        columns={columns}
        rows={pages && eachOnce(pages.flatMap(({ data }) => data))}
        nameOf={({ alias }) => alias}
        lines={lines}
        onNearEnd={nextPageOf(list)}
        {...loadingOf(list)}
        above={
          <div className={css.above}>
            <LinkButton icon={Plug} href={href('printers')}>
              {t('administration.pair_or_unpair')}
            </LinkButton>
          </div>
        }
        empty={
          <EmptyState icon={Printer} title={t('administration.no_devices')}>
            {t('administration.no_devices_text')}
          </EmptyState>
        }
        foot={pages?.[0] && t('administration.devices', { count: pages[0].total })}
      />
      <UnpairDialog device={unpairing} onClose={() => setUnpairing(undefined)} />
    </>
  )
}

type Unpair = (device: ListedDevice) => void

const UnpairButton = ({ row, onUnpair, t }: { row: ListedDevice; onUnpair: Unpair; t: TFunction }) => (
  <Button variant="link" aria-label={`${t('device.unpair')}, ${row.alias}`} onPress={() => onUnpair(row)}>
    {t('device.unpair')}
  </Button>
)

const deviceColumns = (t: TFunction, language: string, onUnpair: Unpair): Column<ListedDevice>[] => [
  {
    id: 'alias',
    name: t('administration.device'),
    width: '1fr',
    isRowHeader: true,
    cell: ({ alias, paired_by }) => (
      <>
        <b>{alias}</b>{' '}
        {paired_by && <span className={css.quiet}>{t('administration.paired_by', { name: paired_by })}</span>}
      </>
    ),
  },
  { id: 'state', name: t('administration.state'), width: 190, cell: (row) => stateOf(row, t, language) },
  { id: 'version', name: t('administration.version'), width: 170, cell: (row) => versionOf(row, t) },
  { id: 'printers', name: t('administration.printers'), width: '1fr', from: 860, cell: (row) => printersOf(row, t) },
  {
    id: 'act',
    name: t('device.unpair'),
    width: 110,
    align: 'end',
    cell: (row) => <UnpairButton row={row} onUnpair={onUnpair} t={t} />,
  },
]

const deviceLines =
  (t: TFunction, language: string, onUnpair: Unpair) =>
  (row: ListedDevice): TwoLines => ({
    first: <b>{row.alias}</b>,
    end: <UnpairButton row={row} onUnpair={onUnpair} t={t} />,
    second: (
      <>
        {stateOf(row, t, language)} {versionOf(row, t)}
      </>
    ),
  })

function stateOf({ connected, reported_at }: ListedDevice, t: TFunction, language: string) {
  if (connected)
    return (
      <StateWord icon={Plug} tone="good">
        {t('administration.connected')}
      </StateWord>
    )
  const at = reported_at && new Date(reported_at).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <StateWord icon={Unplug} tone="neutral">
      {at ? t('administration.last_seen', { at }) : t('administration.not_connected')}
    </StateWord>
  )
}

const versionOf = ({ version, newer_version }: ListedDevice, t: TFunction) => (
  <>
    {version ?? '–'}{' '}
    {newer_version && <Badge tone="warn">{t('administration.newer', { version: newer_version })}</Badge>}
  </>
)

const printersOf = ({ printers }: ListedDevice, t: TFunction) =>
  printers.length === 0
    ? '–'
    : printers.map(({ id, name, error_code }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          {name}
          {error_code !== undefined && (
            <span className={css.warn}>
              {' '}
              <Icon of={TriangleAlert} size="tiny" />{' '}
              {t(`deviceError.${error_code}`, { defaultValue: t('deviceError.printer_stopped') })}
            </span>
          )}
        </span>
      ))
