import { renewedApiKeySchema, type ApiKey } from '@postroom/contract/api-key'
import { KEY_OVERLAPS, type KeyOverlap } from '@postroom/domain/people/api-keys'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PasswordField } from '../../../forms/password-field.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormActs } from '../../../ui/form-acts.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import css from '../administration.module.css'
import { ShownSecret } from '../../../ui/shown-secret.tsx'
import { offeredDay } from './key-form.ts'
import { refusedFields, useRenewKey } from './key-queries.ts'

/** Gives a key a new secret, and then shows it, once. */
export function RenewKeyDialog({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation()
  const renew = useRenewKey(id)
  const [overlap, setOverlap] = useState<KeyOverlap>('day')
  const [last_day, setLastDay] = useState(() => offeredDay(new Date()))
  const [current_password, setPassword] = useState('')
  const [wrong, setWrong] = useState<readonly string[]>([])
  const errorOf = (field: string) => (wrong.includes(field) ? t(`keys.wrong.${field}`) : undefined)
  function submit(): void {
    const read = renewedApiKeySchema.safeParse({ overlap, last_day, current_password })
    setWrong(read.error?.issues.map(({ path }) => String(path[0])) ?? [])
    if (read.success) renew.mutate(read.data, { onError: (error) => setWrong(refusedFields(error)) })
  }
  return (
    <Dialog title={t('keys.renew_title', { name })} isOpen onClose={onClose}>
      {renew.data ? (
        <ShownSecret secret={renew.data.secret} onDone={onClose} />
      ) : (
        <form
          className={css.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <Select<KeyOverlap>
            name="overlap"
            label={t('keys.field.overlap')}
            description={t('keys.about.overlap')}
            value={overlap}
            onChange={setOverlap}
            options={KEY_OVERLAPS.map((value) => ({ value, label: t(`keys.overlap.${value}`) }))}
          />
          <TextField
            name="last_day"
            type="date"
            label={t('keys.field.last_day')}
            description={t('keys.about.last_day')}
            value={last_day}
            onChange={setLastDay}
            error={errorOf('last_day')}
            isRequired
          />
          <PasswordField
            name="current_password"
            label={t('keys.field.current_password')}
            autoComplete="current-password"
            value={current_password}
            onChange={setPassword}
            error={errorOf('current_password')}
            isRequired
          />
          <FormActs submit={t('keys.renew')} isPending={renew.isPending} onCancel={onClose} />
        </form>
      )}
    </Dialog>
  )
}
