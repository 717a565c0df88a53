import type { ReactNode } from 'react'
import { FieldError, Label, Text } from 'react-aria-components'
import { CircleAlert } from 'lucide-react'
import css from './field.module.css'
import { Icon } from './icon.tsx'

/** Texts of a field. */
export interface FieldTexts {
  label: string
  /** Beside the label, lighter: 'optional', 'printed on the label'. */
  hint?: string | undefined
  /** Below the field: what is expected, or where the value comes from. */
  description?: ReactNode
  /** The error message. Its presence marks the field as invalid. */
  error?: string | undefined
}

export interface FieldFrameProps extends FieldTexts {
  children: ReactNode
}

/** Label, control, then error or description. Used inside a React Aria field. */
export function FieldFrame({ label, hint, description, error, children }: FieldFrameProps) {
  return (
    <>
      <Label className={css.label ?? ''}>
        {label}
        {hint !== undefined && (
          <>
            {' '}
            <span className={css.hint}>{hint}</span>
          </>
        )}
      </Label>
      {children}
      {description !== undefined && (
        <Text slot="description" className={css.description ?? ''}>
          {description}
        </Text>
      )}
      <FieldError className={css.error ?? ''}>
        <Icon of={CircleAlert} size="small" />
        <span>{error}</span>
      </FieldError>
    </>
  )
}
