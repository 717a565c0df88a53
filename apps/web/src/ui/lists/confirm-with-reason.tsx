import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button.tsx'
import { Choice } from '../choice.tsx'
import { Dialog } from '../dialog.tsx'
import css from './confirm-with-reason.module.css'

export interface ConfirmWithReasonProps<Reason extends string> {
  /** The question: 'Void this label?' */
  title: string
  isOpen: boolean
  onClose: () => void
  /** What follows from it, such as the refund and its day. */
  children: ReactNode
  /** The heading of the reasons. */
  label: string
  reasons: readonly { value: Reason; label: string; hint?: string }[]
  /** Names the act: 'Void and refund £3.95'. */
  confirm: string
  isPending?: boolean
  onConfirm: (reason: Reason) => void
}

/** Asks for a reason before an act that cannot be undone. The first press without a reason asks for it. */
export function ConfirmWithReason<Reason extends string>(props: ConfirmWithReasonProps<Reason>) {
  const { title, isOpen, onClose, ...form } = props
  return (
    <Dialog title={title} role="alertdialog" isOpen={isOpen} onClose={onClose}>
      {isOpen && <ReasonForm {...form} onClose={onClose} />}
    </Dialog>
  )
}

/** Begins without a reason each time the dialog opens. */
function ReasonForm<Reason extends string>(props: Omit<ConfirmWithReasonProps<Reason>, 'title' | 'isOpen'>) {
  const { children, label, reasons, confirm, isPending = false, onConfirm, onClose } = props
  const { t } = useTranslation()
  const [reason, setReason] = useState<Reason | null>(null)
  const [isMissing, setMissing] = useState(false)
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (reason === null) setMissing(true)
        else onConfirm(reason)
      }}
    >
      {children}
      <Choice label={label} name="reason" look="cards" value={reason} onChange={setReason} options={reasons} />
      <p role="alert" className={css.missing}>
        {isMissing && reason === null && t('table.choose_reason')}
      </p>
      <footer className={css.acts}>
        <Button type="submit" variant="primary" isPending={isPending}>
          {confirm}
        </Button>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
      </footer>
    </form>
  )
}
