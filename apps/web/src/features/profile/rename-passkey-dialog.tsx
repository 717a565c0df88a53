import { renamePasskey, type Passkey } from '@postroom/contract/passkey'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { contractResolver } from '../../forms/contract-resolver.ts'
import { FormTextField } from '../../forms/form-text-field.tsx'
import { showRefusal } from '../../forms/show-refusal.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormActs } from '../../ui/form-acts.tsx'
import { useRenamePasskey } from './passkey-queries.ts'
import css from './profile.module.css'

/** Another name for a passkey. */
export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation()
  const rename = useRenamePasskey(passkey.id)
  const form = useForm({ resolver: contractResolver(renamePasskey.body), defaultValues: { name: passkey.name } })
  const save = form.handleSubmit(({ name }) =>
    rename.mutate(name, { onSuccess: onClose, onError: (error) => showRefusal(form, error) }),
  )
  return (
    <Dialog title={t('profile.rename_title')} isOpen onClose={onClose}>
      <form className={css.form} noValidate onSubmit={(event) => void save(event)}>
        <FormTextField control={form.control} name="name" label={t('profile.passkey_name')} maxLength={60} isRequired />
        <FormActs submit={t('profile.save_passkey')} isPending={rename.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
