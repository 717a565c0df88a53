import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { href } from '../../../pages.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import css from './item-page.module.css'
import { codeIn } from './queued-query.ts'

/** Asks for the number on the item, typed or scanned. */
export function FindItem() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()

  function find(event: FormEvent): void {
    event.preventDefault()
    const code = codeIn(text)
    if (code === undefined) return setError(t('mailroom.item.no_code'))
    void navigate(href('queued', { code }), { replace: true })
  }
  return (
    <Card>
      <form className={css.find} onSubmit={find}>
        <TextField
          label={t('mailroom.item.code')}
          hint={t('mailroom.item.code_hint')}
          name="code"
          value={text}
          onChange={setText}
          maxLength={20}
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one field of the page
          autoFocus
          {...(error !== undefined && { error })}
        />
        <Button type="submit" variant="primary">
          {t('mailroom.item.open')}
        </Button>
      </form>
    </Card>
  )
}
