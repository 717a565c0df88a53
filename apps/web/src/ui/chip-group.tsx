import { Label, Radio, RadioGroup } from 'react-aria-components'
import css from './radio.module.css'
import { RadioError } from './radio-list.tsx'

interface Chip<Value extends string> {
  value: Value
  label: string
  isDisabled?: boolean
}

export interface ChipGroupProps<Value extends string> {
  label: string
  isLabelHidden?: boolean
  name: string
  value: Value
  onChange: (value: Value) => void
  options: readonly Chip<Value>[]
  error?: string | undefined
}

/** One of a few short words, all in sight. */
export function ChipGroup<Value extends string>(props: ChipGroupProps<Value>) {
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
      <div className={css.chips}>
        {options.map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            isDisabled={option.isDisabled ?? false}
            className={css.chip ?? ''}
          >
            {option.label}
          </Radio>
        ))}
      </div>
      <RadioError error={error} />
    </RadioGroup>
  )
}
