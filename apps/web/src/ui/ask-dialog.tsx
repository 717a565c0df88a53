import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface AskDialogProps {
  title: string
  text: string
  /** Names the act. */
  act: string
  isOpen: boolean
  isPending: boolean
  onClose: () => void
  onConfirm: () => void
}

/** A question before an act that cannot be taken back. */
export function AskDialog({ title, text, act, isOpen, isPending, onClose, onConfirm }: AskDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      role="alertdialog"
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button variant="primary" isPending={isPending} onPress={onConfirm}>
            {act}
          </Button>
          <Button variant="quiet" onPress={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  )
}
