import { companyOrPerson } from '@postroom/domain/catalogue/addressed-name'
import { useTranslation } from 'react-i18next'
import { ConfirmWithReason } from '../../ui/lists/confirm-with-reason.tsx'
import type { QueueRow } from './rows/queue-row.ts'

const REASONS = ['address', 'format', 'contents', 'damaged', 'other'] as const

interface ProblemDialogProps {
  row: QueueRow | undefined
  onClose: () => void
  onReport: (problem: string) => void
}

/** Reports why an item cannot be sent as it is. */
export function ProblemDialog({ row, onClose, onReport }: ProblemDialogProps) {
  const { t } = useTranslation()
  if (!row) return null
  return (
    <ConfirmWithReason
      title={t('mailroom.problem.title', { code: row.code })}
      isOpen
      onClose={onClose}
      label={t('mailroom.problem.label')}
      reasons={REASONS.map((value) => ({ value, label: t(`mailroom.problem.${value}`) }))}
      confirm={t('mailroom.problem.confirm')}
      onConfirm={(reason) => onReport(t(`mailroom.problem.${reason}`))}
    >
      <p>{t('mailroom.problem.text', { name: companyOrPerson(row.to) })}</p>
    </ConfirmWithReason>
  )
}
