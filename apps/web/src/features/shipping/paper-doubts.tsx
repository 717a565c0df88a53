import type { PaperVerdict } from '@postroom/contract/device-messages'
import { useTranslation } from 'react-i18next'
import { failureWords } from '../../printing/failure-words.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Why nothing was bought, or what nobody could check before: each printer with its paper. */
export function PaperDoubts({ doubts }: { doubts: readonly PaperVerdict[] }) {
  const { t } = useTranslation()
  return doubts.map(({ kind, verdict, error }) => {
    const isRefused = verdict === 'refused'
    return (
      <Notice
        key={kind}
        tone={isRefused ? 'error' : 'warn'}
        isLive
        {...(isRefused && {
          title: t('printing.paper_check.refused'),
          action: (
            <LinkButton variant="link" href="/app/device-preferences">
              {t('printing.open_preferences')}
            </LinkButton>
          ),
        })}
      >
        {!isRefused && <p>{t('printing.paper_check.unasked', { kind: t(`printing.kind.${kind}`) })}</p>}
        {error && <Reason kind={kind} error={error} />}
      </Notice>
    )
  })
}

function Reason({ kind, error }: Pick<PaperVerdict, 'kind'> & { error: NonNullable<PaperVerdict['error']> }) {
  const { i18n } = useTranslation()
  return <p>{failureWords({ ...error, sizes: error.paper }, kind, i18n)}</p>
}
