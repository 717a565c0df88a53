import type { CarrierInvoice, CarrierInvoiceLine } from '@postroom/contract/carrier-invoice'
import { toPence } from '@postroom/domain/money'
import { INVOICE_OUTCOMES, type InvoiceOutcome } from '@postroom/domain/purchase/match-invoice'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { CheckCheck } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatPence } from '../../../ui/format-pence.ts'
import type { Column, TwoLines } from '../../../ui/lists/columns.ts'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { eachOnce } from '../../../ui/lists/list-pages.ts'
import { loadingOf, nextPageOf } from '../../../ui/lists/query-state.ts'
import { Select } from '../../../ui/select.tsx'
import { linesQuery, useSaveEvidence } from './invoice-queries.ts'
import { signedPence } from './invoice-texts.ts'
import css from './invoices.module.css'

type Row = CarrierInvoiceLine & { id: string }

/** The differences of an invoice, or its lines with one outcome. */
export function LineTable({ invoice }: { invoice: CarrierInvoice }) {
  const { t, i18n } = useTranslation()
  const [outcome, setOutcome] = useState<InvoiceOutcome>()
  const list = useInfiniteQuery(linesQuery(invoice.id, outcome))
  const pages = list.data?.pages
  const rows = useMemo(
    () =>
      pages && eachOnce(pages.flatMap(({ data }) => data.map((line): Row => ({ ...line, id: String(line.position) })))),
    [pages],
  )
  const columns = useMemo(() => lineColumns(t, i18n.language, invoice.id), [t, i18n.language, invoice.id])
  const lines = useMemo(() => twoLines(t, i18n.language, invoice.id), [t, i18n.language, invoice.id])
  return (
    <DataTable<Row>
      label={t('carrier_invoice.differences')}
      columns={columns}
      rows={rows}
      nameOf={({ item_number }) => item_number}
      lines={lines}
      onNearEnd={nextPageOf(list)}
      {...loadingOf(list)}
      above={
        <div className={css.filter}>
          <Select<InvoiceOutcome | 'differences'>
            name="invoice-outcome"
            label={t('carrier_invoice.show')}
            value={outcome ?? 'differences'}
            onChange={(chosen) => setOutcome(chosen === 'differences' ? undefined : chosen)}
            options={[
              { value: 'differences', label: t('carrier_invoice.every_difference') },
              ...INVOICE_OUTCOMES.map((value) => ({ value, label: t(`carrier_invoice.outcome.${value}`) })),
            ]}
          />
        </div>
      }
      empty={
        <EmptyState icon={CheckCheck} title={t(`carrier_invoice.${outcome ? 'no_such_line' : 'no_difference'}`)} />
      }
      foot={pages?.[0] && t('carrier_invoice.line_count', { count: pages[0].total })}
    />
  )
}

const lineColumns = (t: TFunction, language: string, invoiceId: string): Column<Row>[] => [
  { id: 'row', name: t('carrier_invoice.row'), width: 75, from: 900, cell: ({ row }) => row?.toLocaleString(language) },
  {
    id: 'item',
    name: t('carrier_invoice.item'),
    width: '1fr',
    isRowHeader: true,
    cell: ({ item_number }) => <b>{item_number}</b>,
  },
  { id: 'outcome', name: t('carrier_invoice.state'), width: 220, cell: (row) => outcomeOf(row, t) },
  {
    id: 'organisation',
    name: t('operator.organisation'),
    width: '1fr',
    from: 1000,
    cell: ({ organisation }) => organisation,
  },
  ...(['charged', 'expected'] as const).map((id): Column<Row> => ({
    id,
    name: t(`carrier_invoice.${id}`),
    width: 100,
    from: 780,
    align: 'end',
    cell: (row) => formatPence(toPence(row[id]), language),
  })),
  {
    id: 'difference',
    name: t('carrier_invoice.difference'),
    width: 110,
    align: 'end',
    cell: ({ difference }) => <b>{signedPence(difference, language)}</b>,
  },
  {
    id: 'act',
    name: t('carrier_invoice.evidence'),
    width: 110,
    align: 'end',
    cell: (row) => <Evidence row={row} invoiceId={invoiceId} />,
  },
]

const twoLines =
  (t: TFunction, language: string, invoiceId: string) =>
  (row: Row): TwoLines => ({
    first: <b>{row.item_number}</b>,
    end: (
      <>
        {signedPence(row.difference, language)} <Evidence row={row} invoiceId={invoiceId} />
      </>
    ),
    second: [outcomeOf(row, t), row.organisation].filter(Boolean).join(' · '),
  })

const outcomeOf = ({ outcome, is_booked }: Row, t: TFunction): string =>
  [t(`carrier_invoice.outcome.${outcome}`), is_booked && t('carrier_invoice.is_booked')].filter(Boolean).join(' · ')

/** Only a shipment that was bought here has evidence. */
function Evidence({ row: { position, item_number: item, shipment_id }, invoiceId }: { row: Row; invoiceId: string }) {
  const { t } = useTranslation()
  const save = useSaveEvidence(invoiceId)
  if (shipment_id === undefined) return null
  return (
    <Button variant="link" isPending={save.isPending} onPress={() => save.mutate({ position, item })}>
      {t('carrier_invoice.evidence')} <span className="visually-hidden">{item}</span>
    </Button>
  )
}
