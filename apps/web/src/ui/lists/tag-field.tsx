import { X } from 'lucide-react'
import { useId, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Group, Input, Tag, TagGroup, TagList, TextField } from 'react-aria-components'
import { classNames } from '../class-names.ts'
import { FieldFrame, type FieldTexts } from '../field.tsx'
import field from '../field.module.css'
import { Icon } from '../icon.tsx'
import css from './tag-field.module.css'

export interface TagFieldProps extends FieldTexts {
  name: string
  value: readonly string[]
  onChange: (tags: string[]) => void
  /** Tags in use, offered while typing. */
  known: readonly string[]
  maxLength?: number
}

/** A list of words. Enter, comma or leaving the field adds the typed one; Backspace in the empty field removes the last. */
export function TagField(props: TagFieldProps) {
  const { label, hint, description, error, name, value, onChange, known, maxLength = 40 } = props
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const list = useId()
  const has = (tag: string) => value.some((other) => other.toLowerCase() === tag.toLowerCase())
  const add = () => {
    const tag = typed.trim()
    setTyped('')
    if (tag !== '' && !has(tag)) onChange([...value, tag])
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && typed === '') onChange(value.slice(0, -1))
    if ((event.key !== 'Enter' || typed.trim() === '') && event.key !== ',') return
    // Enter would send the form
    event.preventDefault()
    add()
  }
  return (
    <TextField
      id={name}
      name={name}
      value={typed}
      onChange={setTyped}
      onBlur={add}
      maxLength={maxLength}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={field.field ?? ''}
    >
      <FieldFrame label={label} hint={hint} description={description} error={error}>
        <Group className={classNames(field.box, css.box)}>
          <Tags label={label} tags={value} onRemove={(gone) => onChange(value.filter((tag) => !gone.has(tag)))} />
          <Input
            className={classNames(field.input, css.input)}
            placeholder={t('table.add_tag')}
            list={list}
            autoComplete="off"
            onKeyDown={pressed}
          />
          <datalist id={list}>
            {known
              .filter((tag) => !has(tag))
              .map((tag) => (
                <option key={tag} value={tag}>
                  {tag}
                </option>
              ))}
          </datalist>
        </Group>
      </FieldFrame>
    </TextField>
  )
}

function Tags(props: { label: string; tags: readonly string[]; onRemove: (gone: ReadonlySet<unknown>) => void }) {
  const { label, tags, onRemove } = props
  if (tags.length === 0) return null
  return (
    <TagGroup aria-label={label} onRemove={onRemove}>
      <TagList className={css.tags ?? ''}>
        {tags.map((tag) => (
          <Tag key={tag} id={tag} textValue={tag} className={css.tag ?? ''}>
            {tag}
            <Button slot="remove" className={css.remove ?? ''}>
              <Icon of={X} size="tiny" />
            </Button>
          </Tag>
        ))}
      </TagList>
    </TagGroup>
  )
}
