import type { CarrierInvoice } from '@postroom/contract/carrier-invoice'
import { toPence } from '@postroom/domain/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { FileUp, ReceiptText } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatPence } from '../../../ui/format-pence.ts'
import type { Column, TwoLines } from '../../../ui/lists/columns.ts'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { eachOnce } from '../../../ui/lists/list-pages.ts'
import { loadingOf, nextPageOf } from '../../../ui/lists/query-state.ts'
import { ImportInvoiceDialog } from './import-invoice-dialog.tsx'
import { invoicesQuery } from './invoice-queries.ts'
import { daysOfInvoice } from './invoice-texts.ts'
import { InvoiceView } from './invoice-view.tsx'
import css from './invoices.module.css'

/** The invoices of carriers, or the one that the address names. */
export function InvoicesView() {
  const [query, setQuery] = useSearchParams()
  const open = query.get('invoice')
  const show = (invoice?: string) => setQuery({ view: 'invoices', ...(invoice && { invoice }) })
  return open ? <InvoiceView key={open} id={open} onBack={() => show()} /> : <InvoiceList onOpen={show} />
}

function InvoiceList({ onOpen }: { onOpen: (id: string) => void }) {
  const { t, i18n } = useTranslation()
  const list = useInfiniteQuery(invoicesQuery())
  const [isImporting, setImporting] = useState(false)
  const columns = useMemo(() => invoiceColumns(t, i18n.language), [t, i18n.language])
  const lines = useMemo(() => invoiceLines(t, i18n.language), [t, i18n.language])
  const pages = list.data?.pages
  return (
    <>
      <DataTable<CarrierInvoice>
        label={t('operator.part.invoices')}
        columns={columns}
        rows={pages && eachOnce(pages.flatMap(({ data }) => data))}
        nameOf={({ number }) => number}
        lines={lines}
        onOpen={onOpen}
        onNearEnd={nextPageOf(list)}
        {...loadingOf(list)}
        above={
          <div className={css.above}>
            <Button icon={FileUp} onPress={() => setImporting(true)}>
              {t('carrier_invoice.import')}
            </Button>
          </div>
        }
        empty={
          <EmptyState icon={ReceiptText} title={t('carrier_invoice.none')}>
            {t('carrier_invoice.none_text')}
          </EmptyState>
        }
        foot={pages?.[0] && t('carrier_invoice.count', { count: pages[0].total })}
      />
      {isImporting && (
        <ImportInvoiceDialog
          onClose={() => setImporting(false)}
          onImported={({ id }) => {
            setImporting(false)
            onOpen(id)
          }}
        />
      )}
    </>
  )
}

const invoiceColumns = (t: TFunction, language: string): Column<CarrierInvoice>[] => [
  {
    id: 'number',
    name: t('carrier_invoice.number'),
    width: '1fr',
    isRowHeader: true,
    cell: ({ number }) => <b>{number}</b>,
  },
  { id: 'days', name: t('carrier_invoice.days'), width: 220, from: 760, cell: (row) => daysOfInvoice(row, language) },
  { id: 'lines', name: t('carrier_invoice.lines'), width: 90, from: 860, align: 'end', cell: ({ lines }) => lines },
  {
    id: 'total',
    name: t('carrier_invoice.charged'),
    width: 120,
    align: 'end',
    cell: ({ total }) => formatPence(toPence(total), language),
  },
  { id: 'state', name: t('carrier_invoice.state'), width: 210, cell: (row) => stateOf(row, t) },
]

const invoiceLines =
  (t: TFunction, language: string) =>
  (row: CarrierInvoice): TwoLines => ({
    first: <b>{row.number}</b>,
    end: stateOf(row, t),
    second: `${daysOfInvoice(row, language)} · ${formatPence(toPence(row.total), language)}`,
  })

function stateOf({ differ, to_book }: CarrierInvoice, t: TFunction) {
  if (differ === 0) return <Badge tone="good">{t('carrier_invoice.outcome.agrees')}</Badge>
  if (to_book > 0) return <Badge tone="warn">{t('carrier_invoice.to_book', { count: to_book })}</Badge>
  return t('carrier_invoice.differ', { count: differ })
}
