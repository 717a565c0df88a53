import { Check, ChevronDown } from 'lucide-react'
import { Button, ListBox, ListBoxItem, Popover, Select as AriaSelect, SelectValue } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { FieldFrame, type FieldTexts } from './field.tsx'
import field from './field.module.css'
import { Icon } from './icon.tsx'
import css from './select.module.css'

interface SelectOption<Value extends string> {
  value: Value
  label: string
  isDisabled?: boolean
}

export interface SelectProps<Value extends string> extends FieldTexts {
  /** Also the id of the control, so that an error summary can lead to it. */
  name: string
  value: Value | null
  onChange: (value: Value) => void
  options: readonly SelectOption<Value>[]
  /** Shown while nothing is chosen. */
  placeholder?: string
  isDisabled?: boolean
  isRequired?: boolean
}

/** A choice of one from a drop-down list. For up to five options that matter, use `Choice`, which shows them all. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, description, error, name, value, onChange, options, ...rest } = props
  return (
    <AriaSelect
      {...rest}
      name={name}
      value={value}
      onChange={(key) => onChange(key as Value)}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={field.field ?? ''}
    >
      <FieldFrame label={label} hint={hint} description={description} error={error}>
        <Button id={name} className={classNames(field.box, css.button)}>
          <SelectValue className={css.value ?? ''} />
          <Icon of={ChevronDown} size="small" />
        </Button>
      </FieldFrame>
      <Popover className={css.popover ?? ''} offset={4}>
        <ListBox className={css.list ?? ''}>
          {options.map((option) => (
            <ListBoxItem
              key={option.value}
              id={option.value}
              textValue={option.label}
              isDisabled={option.isDisabled ?? false}
              className={css.item ?? ''}
            >
              {({ isSelected }) => (
                <>
                  <span>{option.label}</span>
                  {isSelected && <Icon of={Check} size="small" />}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
