import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import css from './form-acts.module.css'

interface FormActsProps {
  /** Names the act: 'Book £50.00'. */
  submit: ReactNode
  isPending?: boolean
  /** Absent where there is nothing to go back to. */
  onCancel?: (() => void) | undefined
}

/** The end of a form: the button that sends it, and Cancel. */
export function FormActs({ submit, isPending = false, onCancel }: FormActsProps) {
  const { t } = useTranslation()
  return (
    <div className={css.acts}>
      <Button type="submit" variant="primary" isPending={isPending}>
        {submit}
      </Button>
      {onCancel && (
        <Button variant="quiet" onPress={onCancel}>
          {t('common.cancel')}
        </Button>
      )}
    </div>
  )
}
