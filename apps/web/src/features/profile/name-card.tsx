import { fieldCode } from '@postroom/contract/field-errors'
import { updateSelf } from '@postroom/contract/identity'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod'
import { contractResolver } from '../../forms/contract-resolver.ts'
import { FormPasswordField } from '../../forms/form-password-field.tsx'
import { FormTextField } from '../../forms/form-text-field.tsx'
import { showRefusal } from '../../forms/show-refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FieldGrid, WholeRow } from '../../ui/field-grid.tsx'
import { SavedAt } from '../../ui/saved-at.tsx'
import css from './profile.module.css'
import { useUpdateSelf, type OwnUser } from './profile-queries.ts'

const { fullname, email } = updateSelf.body.shape

/** `present`: the e-mail address that is stored; another one needs the password. */
const schemaFor = (present: string) =>
  z
    .object({ fullname: fullname.unwrap(), email: email.unwrap(), current_password: z.string() })
    .refine((typed) => typed.email === present || typed.current_password !== '', {
      path: ['current_password'],
      params: fieldCode('required'),
    })
type NameForm = z.output<ReturnType<typeof schemaFor>>

const valuesOf = (user: OwnUser): NameForm => ({ fullname: user.fullname, email: user.email, current_password: '' })

/** Name and e-mail address of the user. */
export function NameCard({ user }: { user: OwnUser }) {
  const { t } = useTranslation()
  const [savedAt, setSavedAt] = useState<Date>()
  const form = useForm<NameForm>({
    resolver: contractResolver(schemaFor(user.email)),
    defaultValues: valuesOf(user),
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
  })
  const { control, formState } = form
  const update = useUpdateSelf()
  const isOtherEmail = useWatch({ control, name: 'email' }).trim() !== user.email
  const save = form.handleSubmit((typed) =>
    update.mutate(
      {
        fullname: typed.fullname,
        ...(typed.email !== user.email && { email: typed.email, current_password: typed.current_password }),
      },
      {
        onSuccess: (changed) => {
          form.reset({ ...changed, current_password: '' })
          setSavedAt(new Date())
        },
        onError: (error) => showRefusal(form, error),
      },
    ),
  )
  return (
    <Card title={t('profile.name_and_email')} action={<SavedAt at={savedAt} />}>
      <form className={css.form} noValidate onSubmit={(event) => void save(event)}>
        <FieldGrid>
          <FormTextField
            control={control}
            name="fullname"
            label={t('profile.name')}
            autoComplete="name"
            maxLength={100}
            isRequired
          />
          <FormTextField
            control={control}
            name="email"
            type="email"
            label={t('profile.email')}
            autoComplete="email"
            maxLength={200}
            isRequired
          />
          {isOtherEmail && (
            <WholeRow>
              <FormPasswordField
                control={control}
                name="current_password"
                inputName="email_password"
                hint={t('profile.password_for_email')}
              />
            </WholeRow>
          )}
        </FieldGrid>
        {user.is_provisioned && <p className={css.quiet}>{t('profile.provisioned')}</p>}
        <div className={css.acts}>
          <Button type="submit" variant={formState.isDirty ? 'primary' : 'secondary'} isPending={update.isPending}>
            {t('profile.save_name')}
          </Button>
          {isOtherEmail && <span className={css.quiet}>{t('profile.email_mails')}</span>}
        </div>
      </form>
    </Card>
  )
}
