import type { Passkey } from '@postroom/contract/passkey'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useRemovePasskey } from './passkey-queries.ts'

/** Asks before a passkey is removed. The authenticator keeps its half, which then opens nothing. */
export function RemovePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useRemovePasskey(passkey.id)
  return (
    <Dialog
      role="alertdialog"
      title={t('profile.remove_title', { name: passkey.name })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button
            variant="primary"
            isPending={remove.isPending}
            onPress={() => remove.mutate(undefined, { onSettled: onClose })}
          >
            {t('profile.remove_passkey')}
          </Button>
          <Button variant="quiet" onPress={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('profile.remove_text')}</p>
    </Dialog>
  )
}
