import type { ApiKey } from '@postroom/contract/api-key'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useRevokeKey } from './key-queries.ts'

/** Asks before a key is revoked, because that cannot be undone. */
export function RevokeKeyDialog({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation()
  const revoke = useRevokeKey(id)
  return (
    <Dialog
      role="alertdialog"
      title={t('keys.revoke_title', { name })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button
            variant="primary"
            isPending={revoke.isPending}
            onPress={() => revoke.mutate(undefined, { onSuccess: onClose })}
          >
            {t('keys.revoke')}
          </Button>
          <Button variant="quiet" onPress={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('keys.revoke_text')}</p>
    </Dialog>
  )
}
