import type { ReactNode } from 'react'
import { FieldError, Label, Text } from 'react-aria-components'
import { CircleAlert } from 'lucide-react'
import css from './field.module.css'
import { Icon } from './icon.tsx'

/** What every field says about itself. */
export interface FieldTexts {
  label: string
  /** Beside the label, lighter: 'optional', 'printed on the label'. */
  hint?: string | undefined
  /** Below the field: what is true now ('From scale · steady') or what is expected. */
  description?: ReactNode
  /** What is wrong, in words. Its presence marks the field as invalid. */
  error?: string | undefined
}

export interface FieldFrameProps extends FieldTexts {
  children: ReactNode
}

/** Label above, control, then what is wrong or what is true. Stands inside one of React Aria's fields. */
export function FieldFrame({ label, hint, description, error, children }: FieldFrameProps) {
  return (
    <>
      <Label className={css.label ?? ''}>
        {label}
        {hint !== undefined && <span className={css.hint}> {hint}</span>}
      </Label>
      {children}
      {description !== undefined && (
        <Text slot="description" className={css.description ?? ''}>
          {description}
        </Text>
      )}
      <FieldError className={css.error ?? ''}>
        <Icon of={CircleAlert} size={16} />
        <span>{error}</span>
      </FieldError>
    </>
  )
}
