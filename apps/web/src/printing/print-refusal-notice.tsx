import type { PrintRefusal } from '@postroom/domain/printing-rules'
import { useTranslation } from 'react-i18next'
import { useDevice } from '../device/device-context.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** Why nothing can be printed now, and the way out of it. */
export function PrintRefusalNotice({ refusal }: { refusal: PrintRefusal }) {
  const { t } = useTranslation()
  const { state, retryNow } = useDevice()
  const canRetry = refusal.code === 'device_not_connected' && state === 'not_connected'
  const words = refusal.code === 'printer_not_set' ? { kind: t(`printing.kind.${refusal.kind}`) } : {}
  return (
    <Notice
      tone="warn"
      action={
        <>
          {canRetry && <Button onPress={retryNow}>{t('printing.retry_now')}</Button>}
          <LinkButton variant="link" href="/app/device-preferences">
            {t('printing.open_preferences')}
          </LinkButton>
        </>
      }
    >
      {t(`printing.refusal.${refusal.code}`, words)}
    </Notice>
  )
}
