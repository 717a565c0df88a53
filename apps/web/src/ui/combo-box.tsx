import { Check, ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ComboBox as AriaComboBox, Input, ListBox, ListBoxItem, Popover } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { ComboGroup } from './combo-group.tsx'
import { FieldFrame, type FieldTexts } from './field.tsx'
import field from './field.module.css'
import { Icon } from './icon.tsx'
import { useVisiblePage } from './use-visible-page.ts'
import css from './combo-box.module.css'
import list from './select.module.css'

interface ComboBoxOption {
  value: string
  label: string
  /** Beside the label, in a lighter colour: why it is offered first. */
  note?: string
}

export interface ComboBoxProps extends FieldTexts {
  /** The id of the input, so that an error summary can lead to it. */
  name: string
  /** Empty while nothing is chosen. */
  value: string
  /** Called with the empty value when the text is cleared. */
  onChange: (value: string) => void
  options: readonly ComboBoxOption[]
  /** The options that match a typed text, best first. */
  find: (typed: string) => readonly ComboBoxOption[]
  /** The error while a text that no option matches is left in the field. */
  noMatch: (typed: string) => string
}

/**
 * A choice of one among many options, found by typing. Typing replaces the old value; Tab, Enter and a click elsewhere choose
 * the first match. A text without a match stays in the field and is reported.
 */
export function ComboBox(props: ComboBoxProps) {
  const { label, hint, description, error, name, value, onChange, options, find, noMatch } = props
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string>()
  const [isLeft, setLeft] = useState(false)
  const keepVisible = useVisiblePage()
  const chosen = options.find((option) => option.value === value)?.label ?? ''
  const found = typed === undefined ? options : find(typed)
  const unmatched = isLeft && typed !== undefined ? noMatch(typed) : undefined

  const isSettled = useRef(true)
  const settle = () => {
    isSettled.current = true
    setTyped(undefined)
  }
  const choose = (chosenValue: string) => {
    settle()
    if (chosenValue !== value) onChange(chosenValue)
  }
  const leave = () => {
    setLeft(true)
    // Tab chooses and leaves in one event
    if (typed === undefined || isSettled.current) return
    if (typed.trim() === '') choose('')
    else if (found[0]) choose(found[0].value)
  }
  return (
    <AriaComboBox
      id={name}
      value={value || null}
      // without a key, the library takes the text as it is
      onChange={(key) => key !== null && choose(String(key))}
      inputValue={typed ?? chosen}
      onInputChange={(text) => {
        setLeft(false)
        isSettled.current = false
        setTyped(text === chosen ? undefined : text)
      }}
      items={found}
      allowsCustomValue
      allowsEmptyCollection
      onOpenChange={keepVisible}
      onFocus={({ target }) => target instanceof HTMLInputElement && target.select()}
      onBlur={leave}
      onKeyDown={({ key }) => {
        if (key === 'Escape') settle()
        if (key === 'Enter' && found.length === 0) setLeft(true)
      }}
      isInvalid={(error ?? unmatched) !== undefined}
      validationBehavior="aria"
      className={field.field ?? ''}
    >
      <FieldFrame label={label} hint={hint} description={description} error={unmatched ?? error}>
        <ComboGroup text={typed || undefined} first={found[0]?.value} onChoose={choose} className={css.box}>
          <Input
            className={classNames(field.input)}
            autoComplete="off"
            spellCheck="false"
            onClick={({ currentTarget }) => typed === undefined && currentTarget.select()}
          />
          <Button className={css.open ?? ''}>
            <Icon of={ChevronDown} size="small" />
          </Button>
        </ComboGroup>
      </FieldFrame>
      <Popover className={list.popover ?? ''} offset={4}>
        <section aria-label={label}>
          <ListBox<ComboBoxOption>
            className={classNames(list.list, css.list)}
            renderEmptyState={() => <p className={css.none}>{t('common.nothing_found')}</p>}
          >
            {(option) => (
              <ListBoxItem id={option.value} textValue={option.label} className={list.item ?? ''}>
                {({ isSelected }) => (
                  <>
                    <span>
                      {option.label}
                      {option.note !== undefined && <span className={css.note}> {option.note}</span>}
                    </span>
                    {isSelected && <Icon of={Check} size="small" />}
                  </>
                )}
              </ListBoxItem>
            )}
          </ListBox>
        </section>
      </Popover>
    </AriaComboBox>
  )
}
