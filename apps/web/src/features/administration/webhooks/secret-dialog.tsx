import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog.tsx'
import { ShownSecret } from '../../../ui/shown-secret.tsx'

/** A new secret of a webhook. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('webhooks.secret_title')} isOpen onClose={onClose}>
      <ShownSecret secret={secret} onDone={onClose}>
        <p>{t('webhooks.secret_text')}</p>
      </ShownSecret>
    </Dialog>
  )
}
