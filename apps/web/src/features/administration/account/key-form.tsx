import { connectCarrierAccount, type CarrierKey } from '@postroom/contract/carrier-connection'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormActs } from '../../../ui/form-acts.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import css from '../administration.module.css'

interface KeyFormProps {
  isPending: boolean
  onConnect: (key: CarrierKey) => void
  onCancel: (() => void) | undefined
}

/** Takes a key that is never shown again. What was typed stays until the carrier has accepted it. */
export function KeyForm({ isPending, onConnect, onCancel }: KeyFormProps) {
  const { t } = useTranslation()
  const [key, setKey] = useState('')
  const [isWrong, setWrong] = useState(false)
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const read = connectCarrierAccount.body.safeParse({ api_key: key })
        setWrong(!read.success)
        if (read.success) onConnect(read.data)
      }}
    >
      <TextField
        name="api_key"
        label={t('connection.key')}
        description={t('connection.key_where')}
        type="password"
        autoComplete="off"
        value={key}
        onChange={setKey}
        error={isWrong ? t('connection.key_wrong') : undefined}
      />
      <FormActs submit={t('connection.connect')} isPending={isPending} onCancel={onCancel} />
    </form>
  )
}
