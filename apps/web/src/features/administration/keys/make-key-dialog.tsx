import { KEY_SCOPES } from '@postroom/domain/people/api-keys'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PasswordField } from '../../../forms/password-field.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldGrid } from '../../../ui/field-grid.tsx'
import { FormActs } from '../../../ui/form-acts.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import css from '../administration.module.css'
import { Choices } from '../choices.tsx'
import { ShownSecret } from '../../../ui/shown-secret.tsx'
import { keyOf, newKeyForm, scopesAfter, toggled, type KeyForm } from './key-form.ts'
import { everyAccountQuery, refusedFields, useMakeKey } from './key-queries.ts'

/** Makes a key, and then shows its secret, once. */
export function MakeKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const make = useMakeKey()
  const { data: accounts = [] } = useQuery(everyAccountQuery())
  const [form, setForm] = useState<KeyForm>(() => newKeyForm(new Date()))
  const [wrong, setWrong] = useState<readonly string[]>([])
  const set = (change: Partial<KeyForm>) => setForm({ ...form, ...change })
  const errorOf = (name: keyof KeyForm) => (wrong.includes(name) ? t(`keys.wrong.${name}`) : undefined)
  const field = (name: 'name' | 'calls_per_minute' | 'pence_per_day' | 'last_day' | 'current_password') => ({
    name,
    label: t(`keys.field.${name}`),
    value: form[name],
    onChange: (value: string) => set({ [name]: value }),
    error: errorOf(name),
  })
  const isProvisioning = form.scopes.includes('provisioning')
  function submit(): void {
    const read = keyOf(form)
    setWrong('wrong' in read ? read.wrong : [])
    if ('key' in read) make.mutate(read.key, { onError: (error) => setWrong(refusedFields(error)) })
  }
  if (make.data)
    return (
      <Dialog title={t('keys.made', { name: make.data.key.name })} isOpen onClose={onClose}>
        <ShownSecret secret={make.data.secret} onDone={onClose} />
      </Dialog>
    )
  return (
    <Dialog title={t('keys.make')} isOpen onClose={onClose}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField {...field('name')} description={t('keys.about.name')} autoComplete="off" maxLength={60} isRequired />
        <Choices label={t('keys.field.scopes')} error={errorOf('scopes')}>
          {KEY_SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              name={`scope-${scope}`}
              label={t(`keys.scope.${scope}`)}
              isSelected={form.scopes.includes(scope)}
              onChange={() => set({ scopes: scopesAfter(form.scopes, scope) })}
            />
          ))}
        </Choices>
        {!isProvisioning && accounts.length > 1 && (
          <Choices label={t('keys.field.accounts')} description={t('keys.about.accounts')} error={errorOf('accounts')}>
            {accounts.map(({ id, name }) => (
              <Checkbox
                key={id}
                name={`account-${id}`}
                label={name}
                isSelected={form.accounts.includes(id)}
                onChange={() => set({ accounts: toggled(form.accounts, id) })}
              />
            ))}
          </Choices>
        )}
        <FieldGrid>
          {!isProvisioning && (
            <TextField
              {...field('pence_per_day')}
              description={t('keys.about.pence_per_day')}
              inputMode="decimal"
              autoComplete="off"
            />
          )}
          <TextField {...field('calls_per_minute')} inputMode="numeric" autoComplete="off" isRequired />
          <TextField {...field('last_day')} description={t('keys.about.last_day')} type="date" isRequired />
          <PasswordField {...field('current_password')} autoComplete="current-password" isRequired />
        </FieldGrid>
        <FormActs submit={t('keys.make')} isPending={make.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
