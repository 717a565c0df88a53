import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormActs } from '../../../ui/form-acts.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import css from './invoices.module.css'

interface BookDialogProps {
  count: number
  onBook: (reason: string) => void
  onClose: () => void
}

/** Asks why the differences are accepted. The reason stays with the invoice. */
export function BookDialog({ count, onBook, onClose }: BookDialogProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [isAsked, setAsked] = useState(false)
  const error = reason.trim() === '' ? t('carrier_invoice.reason_missing') : undefined
  return (
    <Dialog title={t('carrier_invoice.book', { count })} role="alertdialog" isOpen onClose={onClose}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(true)
          if (!error) onBook(reason.trim())
        }}
      >
        <p>{t('carrier_invoice.book_text')}</p>
        <TextField
          name="invoice-reason"
          label={t('carrier_invoice.reason')}
          hint={t('carrier_invoice.reason_hint')}
          autoComplete="off"
          maxLength={200}
          value={reason}
          onChange={setReason}
          error={isAsked ? error : undefined}
        />
        <FormActs submit={t('carrier_invoice.book', { count })} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
