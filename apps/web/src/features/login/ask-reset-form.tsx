import { forgotPassword } from '@postroom/contract/password'
import { useMutation } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { resetFailure } from './reset-failure.ts'
import css from './sign-in-form.module.css'

/** Requests a mail with a reset link. The answer does not reveal whether the user exists. */
export function AskResetForm() {
  const { t } = useTranslation()
  const [username, setUsername] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const ask = useMutation({
    mutationFn: () => call(forgotPassword, { body: { username: username.trim() } }),
    meta: { isQuiet: true },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setEmpty(username.trim() === '')
    if (username.trim() !== '' && !ask.isPending) ask.mutate()
  }
  if (ask.isSuccess)
    return (
      <Notice tone="good" isLive>
        <p>{t('login.link_sent')}</p>
      </Notice>
    )
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      {ask.error && (
        <Notice tone="error" isLive>
          <p>{resetFailure(ask.error, t)}</p>
        </Notice>
      )}
      <TextField
        name="username"
        label={t('login.username_or_email')}
        description={t('login.link_hint')}
        value={username}
        onChange={setUsername}
        autoComplete="username"
        maxLength={200}
        error={isEmpty && username.trim() === '' ? t('fieldError.required') : undefined}
        isRequired
      />
      <Button type="submit" variant="primary" isWide isPending={ask.isPending}>
        {t('login.send_link')}
      </Button>
    </form>
  )
}
