import type { LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { Icon } from '../icon.tsx'
import css from './filter-chips.module.css'

interface Chip<Value extends string> {
  value: Value
  label: string
  icon?: LucideIcon
  /** How many rows it leaves. */
  count?: number | undefined
}

export interface FilterChipsProps<Value extends string> {
  /** What they filter by, for screen readers. */
  label: string
  value: Value
  onChange: (value: Value) => void
  /** The first one is 'All'. */
  chips: readonly Chip<Value>[]
}

/** A filter of a list with the number of rows behind each choice. Arrows move, Space chooses. */
export function FilterChips<Value extends string>({ label, value, onChange, chips }: FilterChipsProps<Value>) {
  const { i18n } = useTranslation()
  return (
    <ToggleButtonGroup
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={([chosen]) => onChange(chosen as Value)}
      className={css.chips ?? ''}
    >
      {chips.map((chip) => (
        <ToggleButton key={chip.value} id={chip.value} className={css.chip ?? ''}>
          {chip.icon && <Icon of={chip.icon} size="tiny" />}
          {chip.label}{' '}
          {chip.count !== undefined && <span className={css.count}>{chip.count.toLocaleString(i18n.language)}</span>}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
