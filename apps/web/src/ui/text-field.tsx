import type { ReactNode, Ref } from 'react'
import { Group, Input, TextField as AriaTextField } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { FieldFrame, type FieldTexts } from './field.tsx'
import css from './field.module.css'

export interface TextFieldProps extends FieldTexts {
  /** Also the id of the input, so that the error summary can link to it. */
  name: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  type?: 'text' | 'email' | 'tel' | 'password' | 'date'
  inputMode?: 'text' | 'numeric' | 'decimal'
  /** An HTML autofill token (WCAG 1.3.5); `off` where the browser has nothing to fill in. */
  autoComplete?: string
  /** A unit at the right end: 'mm'. */
  suffix?: ReactNode
  maxLength?: number
  isRequired?: boolean
  isDisabled?: boolean
  /** Gets the focus when the page opens; for the first field of a page with one purpose. */
  autoFocus?: boolean
  spellCheck?: boolean
  /** The ref of the input, for react-hook-form. */
  ref?: Ref<HTMLInputElement>
}

/** One line of text, or a number typed with its unit. */
export function TextField(props: TextFieldProps) {
  const { label, hint, description, error, suffix, name, ref, maxLength, spellCheck = false, ...rest } = props
  return (
    <AriaTextField
      {...rest}
      id={name}
      name={name}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      {...(maxLength !== undefined && { maxLength })}
      spellCheck={spellCheck ? 'true' : 'false'}
      className={css.field ?? ''}
    >
      <FieldFrame label={label} hint={hint} description={description} error={error}>
        <Group className={css.box ?? ''}>
          <Input className={classNames(css.input)} {...(ref !== undefined && { ref })} />
          {suffix !== undefined && <span className={css.suffix}>{suffix}</span>}
        </Group>
      </FieldFrame>
    </AriaTextField>
  )
}
