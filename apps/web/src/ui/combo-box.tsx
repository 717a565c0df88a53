import { Check, ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, ComboBox as AriaComboBox, Group, Input, ListBox, ListBoxItem, Popover } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { FieldFrame, type FieldTexts } from './field.tsx'
import field from './field.module.css'
import { Icon } from './icon.tsx'
import css from './combo-box.module.css'
import list from './select.module.css'

interface ComboBoxOption {
  value: string
  label: string
}

export interface ComboBoxProps extends FieldTexts {
  /** The id of the input, so that an error summary can lead to it. */
  name: string
  /** Empty while nothing is chosen. */
  value: string
  /** Called with the empty value when the text is cleared. */
  onChange: (value: string) => void
  options: readonly ComboBoxOption[]
}

/** A choice of one among many options, found by typing part of a name; accents and case are ignored. */
export function ComboBox({ label, hint, description, error, name, value, onChange, options }: ComboBoxProps) {
  const { t } = useTranslation()
  return (
    <AriaComboBox
      id={name}
      value={value || null}
      onChange={(key) => onChange(key === null ? '' : String(key))}
      defaultItems={options}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      allowsEmptyCollection
      className={field.field ?? ''}
    >
      <FieldFrame label={label} hint={hint} description={description} error={error}>
        <Group className={classNames(field.box, css.box)}>
          <Input className={classNames(field.input)} autoComplete="off" spellCheck="false" />
          <Button className={css.open ?? ''}>
            <Icon of={ChevronDown} size="small" />
          </Button>
        </Group>
      </FieldFrame>
      <Popover className={list.popover ?? ''} offset={4}>
        <ListBox<ComboBoxOption>
          className={classNames(list.list, css.list)}
          renderEmptyState={() => <p className={css.none}>{t('common.nothing_found')}</p>}
        >
          {(option) => (
            <ListBoxItem id={option.value} textValue={option.label} className={list.item ?? ''}>
              {({ isSelected }) => (
                <>
                  <span>{option.label}</span>
                  {isSelected && <Icon of={Check} size="small" />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  )
}
