import type { CarrierInvoice } from '@postroom/contract/carrier-invoice'
import { ukDateOf, type CalendarDate } from '@postroom/domain/calendar'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { FileTrigger } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { ImportFailure } from '../../../forms/import-problems.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormActs } from '../../../ui/form-acts.tsx'
import { daysOf } from '../../../ui/lists/period.ts'
import { Notice } from '../../../ui/notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { AccountChoice } from './account-choice.tsx'
import { useImportInvoice } from './invoice-queries.ts'
import css from './invoices.module.css'

interface ImportInvoiceDialogProps {
  onClose: () => void
  onImported: (invoice: CarrierInvoice) => void
}

/** Asks for the number and days of an invoice and for its file. An invoice is imported whole, or not at all. */
export function ImportInvoiceDialog({ onClose, onImported }: ImportInvoiceDialogProps) {
  const { t } = useTranslation()
  const [number, setNumber] = useState('')
  const [days, setDays] = useState<Record<'from' | 'to', CalendarDate>>(() =>
    daysOf('last_month', ukDateOf(new Date())),
  )
  const [account, setAccount] = useState<string>()
  const [file, setFile] = useState<File>()
  const [isAsked, setAsked] = useState(false)
  const importing = useImportInvoice()
  const errors = {
    number: number.trim() === '' ? t('carrier_invoice.number_missing') : undefined,
    days: days.from === '' || days.to < days.from ? t('carrier_invoice.days_wrong') : undefined,
    file: file === undefined ? t('carrier_invoice.file_missing') : undefined,
  }
  const send = () => {
    setAsked(true)
    if (errors.number || errors.days || !file) return
    const query = {
      number: number.trim(),
      dateFrom: days.from,
      dateTo: days.to,
      ...(account && { account_id: account }),
    }
    importing.mutate({ file, query }, { onSuccess: onImported })
  }
  return (
    <Dialog title={t('carrier_invoice.import')} isOpen onClose={onClose}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <p>{t('carrier_invoice.import_text')}</p>
        <TextField
          name="invoice-number"
          label={t('carrier_invoice.number')}
          autoComplete="off"
          maxLength={40}
          value={number}
          onChange={setNumber}
          error={isAsked ? errors.number : undefined}
        />
        <div className={css.days}>
          <TextField
            type="date"
            name="invoice-from"
            label={t('carrier_invoice.first_day')}
            value={days.from}
            onChange={(from) => setDays({ ...days, from })}
          />
          <TextField
            type="date"
            name="invoice-to"
            label={t('carrier_invoice.last_day')}
            value={days.to}
            onChange={(to) => setDays({ ...days, to })}
            error={isAsked ? errors.days : undefined}
          />
        </div>
        <AccountChoice
          label={t('carrier_invoice.for_account')}
          none={t('carrier_invoice.every_account')}
          value={account}
          onChange={setAccount}
        />
        <div className={css.file}>
          <FileTrigger
            acceptedFileTypes={['text/csv', '.csv']}
            onSelect={(files) => setFile(files?.item(0) ?? undefined)}
          >
            <Button icon={FileUp}>{t(file ? 'file.choose_another' : 'file.choose')}</Button>
          </FileTrigger>
          {file?.name}
        </div>
        {isAsked && errors.file && (
          <Notice tone="error" isLive>
            {errors.file}
          </Notice>
        )}
        {importing.error && file && (
          <ImportFailure error={importing.error} name={file.name} noAnswer={t('carrier_invoice.no_answer')} />
        )}
        <FormActs submit={t('carrier_invoice.import_act')} isPending={importing.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
