import type { CarrierInvoice } from '@postroom/contract/carrier-invoice'
import { toPence } from '@postroom/domain/money'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Figure, Figures } from '../../../ui/figures.tsx'
import { formatPence } from '../../../ui/format-pence.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { showToast } from '../../../ui/toast-queue.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { invoiceQuery, useBookInvoice, useSaveDifferences } from './invoice-queries.ts'
import { daysOfInvoice } from './invoice-texts.ts'
import { LineTable } from './line-table.tsx'
import css from './invoices.module.css'

/** One invoice: how far it agrees with what was bought, and each difference. */
export function InvoiceView({ id, onBack }: { id: string; onBack: () => void }) {
  const { t } = useTranslation()
  const { data: invoice, isError, refetch } = useQuery(invoiceQuery(id))
  return (
    <div className={css.page}>
      <div>
        <Button variant="quiet" icon={ArrowLeft} onPress={onBack}>
          {t('carrier_invoice.back')}
        </Button>
      </div>
      {isError && (
        <Notice tone="error" action={<Button onPress={() => void refetch()}>{t('common.try_again')}</Button>}>
          {t('carrier_invoice.not_loaded')}
        </Notice>
      )}
      {!invoice && !isError && <Progress label={t('common.loading')} />}
      {invoice && <Outline invoice={invoice} />}
    </div>
  )
}

function Outline({ invoice }: { invoice: CarrierInvoice }) {
  const { t, i18n } = useTranslation()
  const { id, number, to_book, reason, booked_at } = invoice
  const [isAsking, setAsking] = useState(false)
  const booking = useBookInvoice(id)
  const save = useSaveDifferences(id, number)
  const pounds = (pence: number) => formatPence(toPence(pence), i18n.language)
  const book = (why: string) => {
    setAsking(false)
    booking.mutate(why, {
      onSuccess: () => showToast({ tone: 'good', text: t('carrier_invoice.booked', { number }) }),
    })
  }
  return (
    <>
      <header className={css.head}>
        <div>
          <h2>{t('carrier_invoice.title', { number })}</h2>
          <p className={css.quiet}>{daysOfInvoice(invoice, i18n.language)}</p>
        </div>
        <div className={css.acts}>
          {to_book > 0 && (
            <Button variant="primary" isPending={booking.isPending} onPress={() => setAsking(true)}>
              {t('carrier_invoice.book', { count: to_book })}
            </Button>
          )}
          <Button
            icon={Download}
            isPending={save.isPending}
            isDisabled={invoice.differ === 0}
            onPress={() => save.mutate()}
          >
            {t('carrier_invoice.save_csv')}
          </Button>
        </div>
      </header>
      <Figures>
        <Figure
          name={t('carrier_invoice.charged')}
          value={pounds(invoice.total)}
          note={t('carrier_invoice.line_count', { count: invoice.lines })}
        />
        <Figure name={t('carrier_invoice.agree')} value={invoice.agree.toLocaleString(i18n.language)} />
        <Figure name={t('carrier_invoice.differences')} value={invoice.differ.toLocaleString(i18n.language)} />
        <Figure name={t('carrier_invoice.over')} value={pounds(invoice.over)} />
        <Figure name={t('carrier_invoice.under')} value={pounds(invoice.under)} />
      </Figures>
      {booked_at !== undefined && (
        <p className={css.quiet}>
          {t('carrier_invoice.booked_because', {
            day: new Date(booked_at).toLocaleDateString(i18n.language, { dateStyle: 'medium' }),
            reason,
          })}
        </p>
      )}
      {booking.data && booking.data.length > 0 && (
        <Notice tone="warn" isLive title={t('carrier_invoice.refused', { count: booking.data.length })}>
          {t('carrier_invoice.refused_text')}
        </Notice>
      )}
      <LineTable invoice={invoice} />
      {isAsking && (
        <ReasonDialog
          role="alertdialog"
          title={t('carrier_invoice.book', { count: to_book })}
          label={t('carrier_invoice.reason')}
          hint={t('carrier_invoice.reason_hint')}
          missing={t('carrier_invoice.reason_missing')}
          submit={t('carrier_invoice.book', { count: to_book })}
          onSend={book}
          onClose={() => setAsking(false)}
        >
          <p>{t('carrier_invoice.book_text')}</p>
        </ReasonDialog>
      )}
    </>
  )
}
