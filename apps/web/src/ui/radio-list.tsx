import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { FieldError, Label, Radio, RadioGroup } from 'react-aria-components'
import field from './field.module.css'
import { Icon } from './icon.tsx'
import css from './radio.module.css'

interface RadioRow<Value extends string> {
  value: Value
  label: string
  hint?: ReactNode
  /** At the right end, such as the price. */
  end?: ReactNode
  isDisabled?: boolean
}

export interface RadioListProps<Value extends string> {
  label: string
  isLabelHidden?: boolean
  name: string
  value: Value | null
  onChange: (value: Value) => void
  options: readonly RadioRow<Value>[]
  error?: string | undefined
}

/** A choice from rows that run from edge to edge of their card; the chosen one in the accent. */
export function RadioList<Value extends string>(props: RadioListProps<Value>) {
  const { label, isLabelHidden = false, name, value, onChange, options, error } = props
  return (
    <RadioGroup
      id={name}
      name={name}
      value={value}
      onChange={(chosen) => onChange(chosen as Value)}
      isInvalid={error !== undefined}
      className={css.list ?? ''}
    >
      <Label className={isLabelHidden ? 'visually-hidden' : (css.label ?? '')}>{label}</Label>
      {options.map((option) => (
        <Radio
          key={option.value}
          value={option.value}
          isDisabled={option.isDisabled ?? false}
          className={css.row ?? ''}
        >
          <span className={css.dot} aria-hidden="true" />
          <span className={css.rowWords}>
            <span className={css.rowLabel}>{option.label}</span>
            {option.hint !== undefined && <span className={css.rowHint}>{option.hint}</span>}
          </span>
          {option.end !== undefined && <span className={css.rowEnd}>{option.end}</span>}
        </Radio>
      ))}
      <RadioError error={error} />
    </RadioGroup>
  )
}

/** What is wrong with a choice; nothing is shown while it is right. */
export function RadioError({ error }: { error: string | undefined }) {
  return (
    <FieldError className={field.error ?? ''}>
      <Icon of={CircleAlert} size={16} />
      <span>{error}</span>
    </FieldError>
  )
}
