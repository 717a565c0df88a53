import type { DocumentVerdict } from '@postroom/contract/device-messages'
import { useTranslation } from 'react-i18next'
import { placeOf, useDevices } from '../device/device-context.tsx'
import { failureText } from '../printing/failure-text.ts'
import { atPlace } from '../printing/at-place.ts'
import { href } from '../pages.ts'
import { LinkButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** Why nothing was bought, or which printer could not be checked: one notice for each printer. */
export function PrinterDoubts({ doubts }: { doubts: readonly DocumentVerdict[] }) {
  const { t, i18n } = useTranslation()
  const devices = useDevices()
  return doubts.map(({ kind, verdict, error }) => {
    const isRefused = verdict === 'refused'
    const sentences = [
      !isRefused && t('printing.printer_check.unasked', { kind: t(`printing.kind.${kind}`) }),
      error && failureText({ ...error, sizes: error.media }, kind, i18n),
    ]
    return (
      <Notice
        key={kind}
        tone={isRefused ? 'error' : 'warn'}
        isLive
        {...(isRefused && {
          title: t('printing.printer_check.refused'),
          action: (
            <LinkButton variant="link" href={href('printers')}>
              {t('printing.open_preferences')}
            </LinkButton>
          ),
        })}
      >
        <p>{atPlace(placeOf(devices, kind), sentences.filter(Boolean).join(' '), t)}</p>
      </Notice>
    )
  })
}
