import { newPasswordSchema, presentPassword } from '@postroom/contract/password'
import { useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod'
import { contractResolver } from '../../forms/contract-resolver.ts'
import { fieldErrorText } from '../../forms/form-error.ts'
import { FormPasswordField } from '../../forms/form-password-field.tsx'
import { NewPasswordField } from '../../forms/new-password-field.tsx'
import { showRefusal } from '../../forms/show-refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FieldGrid } from '../../ui/field-grid.tsx'
import { SavedAt } from '../../ui/saved-at.tsx'
import css from './profile.module.css'
import { useUpdateSelf, type OwnUser } from './profile-queries.ts'

const passwordSchema = z.object({ current_password: presentPassword, password: newPasswordSchema })
type PasswordForm = z.output<typeof passwordSchema>

const EMPTY: PasswordForm = { current_password: '', password: '' }

/** A new password, which signs out every other device. */
export function PasswordCard({ user }: { user: OwnUser }) {
  const { t } = useTranslation()
  const [savedAt, setSavedAt] = useState<Date>()
  const form = useForm<PasswordForm>({
    resolver: contractResolver(passwordSchema),
    defaultValues: EMPTY,
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
  })
  const { field, fieldState } = useController({ control: form.control, name: 'password' })
  const update = useUpdateSelf()
  const save = form.handleSubmit((typed) =>
    update.mutate(typed, {
      onSuccess: () => {
        form.reset(EMPTY)
        setSavedAt(new Date())
      },
      onError: (error) => showRefusal(form, error),
    }),
  )
  return (
    <Card title={t('login.password')} action={<SavedAt at={savedAt} />}>
      <form className={css.form} noValidate onSubmit={(event) => void save(event)}>
        {/* tells a password manager whose password it is */}
        <input type="text" autoComplete="username" value={user.username} readOnly hidden />
        <FieldGrid>
          <FormPasswordField control={form.control} name="current_password" inputName="present_password" />
          <NewPasswordField
            {...field}
            owner={[user.username, user.fullname, user.email, user.organisation.name]}
            error={fieldState.error && fieldErrorText(t, fieldState.error)}
          />
        </FieldGrid>
        <div className={css.acts}>
          <Button type="submit" variant={form.formState.isDirty ? 'primary' : 'secondary'} isPending={update.isPending}>
            {t('login.save_password')}
          </Button>
          <span className={css.quiet}>{t('profile.others_signed_out')}</span>
        </div>
      </form>
    </Card>
  )
}
