import type { ReactNode } from 'react'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import { classNames } from './class-names.ts'
import css from './radio.module.css'
import { RadioError } from './radio-list.tsx'

interface RadioCard<Value extends string> {
  value: Value
  label: string
  hint?: string
  /** A drawing of the thing itself, above its name. */
  picture?: ReactNode
  isDisabled?: boolean
}

export interface RadioCardsProps<Value extends string> {
  label: string
  /** The heading beside it says the same already. */
  isLabelHidden?: boolean
  name: string
  value: Value | null
  onChange: (value: Value) => void
  options: readonly RadioCard<Value>[]
  error?: string | undefined
}

/** A choice between things worth seeing: one tile each, the chosen one in the accent. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { label, isLabelHidden = false, name, value, onChange, options, error } = props
  return (
    <RadioGroup
      id={name}
      name={name}
      value={value}
      onChange={(chosen) => onChange(chosen as Value)}
      isInvalid={error !== undefined}
      orientation="horizontal"
      className={css.group ?? ''}
    >
      <Label className={isLabelHidden ? 'visually-hidden' : (css.label ?? '')}>{label}</Label>
      <div className={css.cards}>
        {options.map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            isDisabled={option.isDisabled ?? false}
            className={classNames(css.card)}
          >
            {option.picture !== undefined && (
              <span className={css.picture} aria-hidden="true">
                {option.picture}
              </span>
            )}
            <span className={css.cardLabel}>{option.label}</span>
            {option.hint !== undefined && <span className={css.cardHint}>{option.hint}</span>}
          </Radio>
        ))}
      </div>
      <RadioError error={error} />
    </RadioGroup>
  )
}
