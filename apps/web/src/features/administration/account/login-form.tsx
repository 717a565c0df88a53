import { connectCarrierAccount, type CarrierKey } from '@postroom/contract/carrier-connection'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormActs } from '../../../ui/form-acts.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import css from '../administration.module.css'

interface LoginFormProps {
  isPending: boolean
  onConnect: (key: CarrierKey) => void
  onCancel: (() => void) | undefined
}

/** Takes a login that is never shown again. What was typed stays until the carrier has accepted it. */
export function LoginForm({ isPending, onConnect, onCancel }: LoginFormProps) {
  const { t } = useTranslation()
  const [login, setLogin] = useState({ username: '', password: '', posting_location: '' })
  const [wrong, setWrong] = useState<readonly unknown[]>([])
  const field = (name: keyof typeof login) => ({
    name,
    label: t(`connection.login.${name}`),
    autoComplete: 'off',
    value: login[name],
    onChange: (typed: string) => setLogin({ ...login, [name]: typed }),
    error: wrong.includes(name) ? t(`connection.login.${name}_wrong`) : undefined,
  })
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const read = connectCarrierAccount.body.safeParse({ login })
        setWrong(read.success ? [] : read.error.issues.map(({ path }) => path.at(-1)))
        if (read.success) onConnect(read.data)
      }}
    >
      <TextField {...field('username')} description={t('connection.login.where')} />
      <TextField {...field('password')} type="password" autoComplete="new-password" />
      <TextField
        {...field('posting_location')}
        inputMode="numeric"
        description={t('connection.login.posting_location_what')}
      />
      <FormActs submit={t('connection.connect')} isPending={isPending} onCancel={onCancel} />
    </form>
  )
}
