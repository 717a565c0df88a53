import { useState, type ReactNode } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { FormActs } from '../../ui/form-acts.tsx'
import { TextField } from '../../ui/text-field.tsx'
import css from './operator.module.css'

const REASON_MAX = 200

interface ReasonDialogProps {
  title: string
  /** `alertdialog` where the decision cannot be undone. */
  role?: 'alertdialog'
  /** What follows from it, above the field. */
  children?: ReactNode
  label: string
  hint: string
  /** Why there must be a reason. */
  missing: string
  submit: string
  isPending?: boolean
  onSend: (reason: string) => void
  onClose: () => void
}

/** Asks for the reason of a decision about money, which is stored with it. */
export function ReasonDialog({ title, role, children, label, hint, missing, submit, ...dialog }: ReasonDialogProps) {
  const { isPending = false, onSend, onClose } = dialog
  const [reason, setReason] = useState('')
  const [isAsked, setAsked] = useState(false)
  const isMissing = reason.trim() === ''
  return (
    <Dialog title={title} {...(role && { role })} isOpen onClose={onClose}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(true)
          if (!isMissing) onSend(reason.trim())
        }}
      >
        {children}
        <TextField
          name="reason"
          label={label}
          hint={hint}
          autoComplete="off"
          maxLength={REASON_MAX}
          value={reason}
          onChange={setReason}
          error={isAsked && isMissing ? missing : undefined}
        />
        <FormActs submit={submit} isPending={isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
