import { newPasswordSchema, resetPassword } from '@postroom/contract/password'
import { fieldErrorsOf } from '@postroom/contract/field-errors'
import { useMutation } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { NewPasswordField } from '../../forms/new-password-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { resetFailure } from './reset-failure.ts'
import css from './sign-in-form.module.css'

/** Sets a new password with the one-time token from a mail. It does not sign the user in. */
export function NewPasswordForm({ token }: { token: string }) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [refused, setRefused] = useState<string>()
  const reset = useMutation({
    mutationFn: () => call(resetPassword, { body: { token, password } }),
    onError: (error) => setRefused(refusalOf(error)),
    meta: { isQuiet: true },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const { error } = newPasswordSchema.safeParse(password, { reportInput: true })
    setRefused(password === '' ? 'required' : fieldErrorsOf(error?.issues ?? [])[0]?.code)
    if (!error && !reset.isPending) reset.mutate()
  }
  if (reset.isSuccess)
    return (
      <Notice tone="good" isLive>
        <p>{t('login.new_password_saved')}</p>
      </Notice>
    )
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      {reset.error && refusalOf(reset.error) === undefined && (
        <Notice tone="error" isLive>
          <p>{resetFailure(reset.error, t)}</p>
        </Notice>
      )}
      <NewPasswordField
        name="password"
        value={password}
        onChange={setPassword}
        error={refused && t(`fieldError.${refused}`)}
      />
      <Button type="submit" variant="primary" isWide isPending={reset.isPending}>
        {t('login.save_password')}
      </Button>
    </form>
  )
}

/** The error code of the new password. */
const refusalOf = (error: Error | null): string | undefined =>
  error instanceof ApiError ? error.fields.find(({ field }) => field === 'password')?.code : undefined
