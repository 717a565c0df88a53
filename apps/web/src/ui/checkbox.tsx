import { Check } from 'lucide-react'
import { Checkbox as AriaCheckbox } from 'react-aria-components'
import css from './checkbox.module.css'
import { Icon } from './icon.tsx'

export interface CheckboxProps {
  name: string
  label: string
  isSelected: boolean
  onChange: (isSelected: boolean) => void
}

/** A yes-or-no question. */
export function Checkbox({ name, label, isSelected, onChange }: CheckboxProps) {
  return (
    <AriaCheckbox id={name} name={name} isSelected={isSelected} onChange={onChange} className={css.checkbox ?? ''}>
      <span className={css.box} aria-hidden="true">
        {isSelected && <Icon of={Check} size="tiny" />}
      </span>
      {label}
    </AriaCheckbox>
  )
}
