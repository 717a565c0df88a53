import type { ContractPriceList } from '@postroom/contract/contract-price'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { FileUp, Handshake } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { Column, TwoLines } from '../../../ui/lists/columns.ts'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { eachOnce } from '../../../ui/lists/list-pages.ts'
import { loadingOf, nextPageOf } from '../../../ui/lists/query-state.ts'
import css from '../invoices/invoices.module.css'
import { AddContractDialog } from './add-contract-dialog.tsx'
import { ContractDialog } from './contract-dialog.tsx'
import { contractsQuery } from './contract-queries.ts'
import { dayText, servicesText } from './contract-texts.ts'

/** The contract prices of all accounts. A list is added before it begins and never changes. */
export function ContractsView() {
  const { t, i18n } = useTranslation()
  const list = useInfiniteQuery(contractsQuery())
  const [isAdding, setAdding] = useState(false)
  const [open, setOpen] = useState<string>()
  const columns = useMemo(() => contractColumns(t, i18n.language), [t, i18n.language])
  const lines = useMemo(() => contractLines(t, i18n.language), [t, i18n.language])
  const pages = list.data?.pages
  const rows = pages && eachOnce(pages.flatMap(({ data }) => data))
  const shown = rows?.find(({ id }) => id === open)
  return (
    <>
      <DataTable<ContractPriceList>
        label={t('operator.part.contracts')}
        columns={columns}
        rows={rows}
        nameOf={({ organisation, effective_from }) => `${organisation}, ${dayText(effective_from, i18n.language)}`}
        lines={lines}
        onOpen={setOpen}
        onNearEnd={nextPageOf(list)}
        {...loadingOf(list)}
        above={
          <div className={css.above}>
            <Button icon={FileUp} onPress={() => setAdding(true)}>
              {t('contract.add')}
            </Button>
          </div>
        }
        empty={
          <EmptyState icon={Handshake} title={t('contract.none')}>
            {t('contract.none_text')}
          </EmptyState>
        }
        foot={pages?.[0] && t('contract.count', { count: pages[0].total })}
      />
      {isAdding && <AddContractDialog onClose={() => setAdding(false)} />}
      {shown && <ContractDialog list={shown} onClose={() => setOpen(undefined)} />}
    </>
  )
}

const contractColumns = (t: TFunction, language: string): Column<ContractPriceList>[] => [
  {
    id: 'organisation',
    name: t('contract.organisation'),
    width: '1fr',
    isRowHeader: true,
    cell: ({ organisation }) => <b>{organisation}</b>,
  },
  { id: 'account', name: t('contract.account'), width: 180, from: 760, cell: ({ account }) => account },
  { id: 'services', name: t('contract.services'), width: '1fr', from: 860, cell: (row) => servicesText(row, t) },
  {
    id: 'effective_from',
    name: t('contract.from'),
    width: 150,
    cell: ({ effective_from }) => dayText(effective_from, language),
  },
  { id: 'state', name: t('contract.state'), width: 150, cell: (row) => <State list={row} /> },
]

const contractLines =
  (t: TFunction, language: string) =>
  (row: ContractPriceList): TwoLines => ({
    first: <b>{row.organisation}</b>,
    end: <State list={row} />,
    second: `${dayText(row.effective_from, language)} · ${servicesText(row, t)}`,
  })

const TONES = { in_force: 'good', coming: 'warn', past: 'neutral', withdrawn: 'neutral' } as const

function State({ list: { state } }: { list: ContractPriceList }) {
  const { t } = useTranslation()
  return <Badge tone={TONES[state]}>{t(`contract.states.${state}`)}</Badge>
}
