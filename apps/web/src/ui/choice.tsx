import type { ReactNode } from 'react'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import css from './choice.module.css'

interface Option<Value extends string> {
  value: Value
  label: string
  hint?: ReactNode
  isDisabled?: boolean
  /** A drawing of the option, or an icon; not in rows. */
  picture?: ReactNode
  /** At the right end, such as the price; rows only. */
  end?: ReactNode
  /** All of it in one sentence for screen readers, which would run the parts together. By default label and hint. */
  spoken?: string
}

export interface ChoiceProps<Value extends string> {
  /** For screen readers; sighted users read the heading beside it. */
  label: string
  name: string
  value: Value | null
  onChange: (value: Value) => void
  options: readonly Option<Value>[]
  /** `tiles`: options with a drawing. `rows`: as wide as their card. `cards`: a label with a hint. `chips`: a few short labels. `segments`: two or three views of the same thing. */
  look: 'tiles' | 'rows' | 'cards' | 'chips' | 'segments'
}

/** A choice of one among a few visible options. */
export function Choice<Value extends string>({ label, name, value, onChange, options, look }: ChoiceProps<Value>) {
  return (
    <RadioGroup
      id={name}
      name={name}
      value={value}
      onChange={(chosen) => onChange(chosen as Value)}
      orientation={look === 'rows' ? 'vertical' : 'horizontal'}
    >
      <Label className="visually-hidden">{label}</Label>
      <div className={css[look]}>
        {options.map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            aria-label={
              option.spoken ?? [option.label, option.hint].filter((text) => typeof text === 'string').join(', ')
            }
            isDisabled={option.isDisabled ?? false}
            className={css.option ?? ''}
          >
            {look === 'rows' && <span className={css.dot} aria-hidden="true" />}
            {option.picture !== undefined && (
              <span className={css.picture} aria-hidden="true">
                {option.picture}
              </span>
            )}
            <span className={css.text}>
              <span className={css.label}>{option.label}</span>
              {option.hint !== undefined && <span className={css.hint}>{option.hint}</span>}
            </span>
            {option.end !== undefined && <span className={css.end}>{option.end}</span>}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}
