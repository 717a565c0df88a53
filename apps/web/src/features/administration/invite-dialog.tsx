import { invitationSchema, type Invitation } from '@postroom/contract/administration'
import { PLANS } from '@postroom/domain/catalogue/services'
import { OFFICE_ROLES, type OfficeRole } from '@postroom/domain/people/roles'
import { useController, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { contractResolver } from '../../forms/contract-resolver.ts'
import { FormTextField } from '../../forms/form-text-field.tsx'
import { showRefusal } from '../../forms/show-refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import css from './administration.module.css'
import { useInviteMember } from './member-queries.ts'

const NEW: Invitation = { username: '', email: '', fullname: '', plan: 'full', roles: ['sender'] }

/** Invites a user by mail. @param onInvited is called with what happened */
export function InviteDialog({ onClose, onInvited }: { onClose: () => void; onInvited: (text: string) => void }) {
  const { t } = useTranslation()
  const form = useForm<Invitation>({
    resolver: contractResolver(invitationSchema),
    defaultValues: NEW,
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
  })
  const { control } = form
  const roles = useController({ control, name: 'roles' }).field
  const plan = useController({ control, name: 'plan' }).field
  const invite = useInviteMember()
  const send = form.handleSubmit((invitation) =>
    invite.mutate(invitation, {
      onSuccess: ({ fullname, invitation_sent }) => {
        onInvited(t(invitation_sent ? 'administration.invited' : 'administration.not_sent', { name: fullname }))
        onClose()
      },
      onError: (error) => showRefusal(form, error),
    }),
  )
  return (
    <Dialog title={t('administration.invite')} isOpen onClose={onClose}>
      <form className={css.form} noValidate onSubmit={(event) => void send(event)}>
        <FormTextField control={control} name="fullname" label={t('administration.name')} maxLength={100} isRequired />
        <FormTextField control={control} name="email" label={t('administration.email')} type="email" isRequired />
        <FormTextField
          control={control}
          name="username"
          label={t('administration.username')}
          description={t('administration.username_hint')}
          autoComplete="off"
          isRequired
        />
        <Select<OfficeRole>
          name="roles"
          label={t('administration.role_label')}
          value={roles.value[0] ?? null}
          onChange={(role) => roles.onChange([role])}
          options={OFFICE_ROLES.map((role) => ({ value: role, label: t(`administration.role.${role}`) }))}
        />
        <Select
          name="plan"
          label={t('administration.plan_label')}
          value={plan.value}
          onChange={plan.onChange}
          options={PLANS.map((value) => ({ value, label: t(`administration.plan.${value}`) }))}
        />
        <div className={css.acts}>
          <Button type="submit" variant="primary" isPending={invite.isPending}>
            {t('administration.send_invitation')}
          </Button>
          <Button onPress={onClose}>{t('common.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  )
}
