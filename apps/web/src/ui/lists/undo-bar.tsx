import { Undo2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../button.tsx'
import css from './undo-bar.module.css'

export interface UndoBarProps {
  /** What was done: 'Trewin Frames was deleted.' */
  text: string | undefined
  isPending?: boolean
  /** Absent where the act cannot be undone. */
  onUndo?: (() => void) | undefined
  onDismiss: () => void
}

/** Offers to undo the last act in the list itself, as long as the page is open. Rendered always, so that it is announced. */
export function UndoBar({ text, isPending = false, onUndo, onDismiss }: UndoBarProps) {
  const { t } = useTranslation()
  return (
    <output className={css.place}>
      {text !== undefined && (
        <div className={css.bar}>
          <span className={css.text}>{text}</span>
          {onUndo && (
            <Button variant="link" icon={Undo2} isPending={isPending} onPress={onUndo}>
              {t('table.undo')}
            </Button>
          )}
          <IconButton icon={X} label={t('common.dismiss')} onPress={onDismiss} />
        </div>
      )}
    </output>
  )
}
