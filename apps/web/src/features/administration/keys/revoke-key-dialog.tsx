import type { ApiKey } from '@postroom/contract/api-key'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../ui/ask-dialog.tsx'
import { useRevokeKey } from './key-queries.ts'

/** Asks before a key is revoked, because that cannot be undone. */
export function RevokeKeyDialog({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation()
  const revoke = useRevokeKey(id)
  return (
    <AskDialog
      title={t('keys.revoke_title', { name })}
      text={t('keys.revoke_text')}
      act={t('keys.revoke')}
      isOpen
      isPending={revoke.isPending}
      onClose={onClose}
      onConfirm={() => revoke.mutate(undefined, { onSuccess: onClose })}
    />
  )
}
