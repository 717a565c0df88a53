import type { ConnectionTest } from '@postroom/contract/carrier-connection'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../../ui/notice.tsx'

/** What the carrier answered to a test of the key, and what works with it. */
export function TestResult({ found: { result, reason = '', release = '', prints_labels } }: { found: ConnectionTest }) {
  const { t } = useTranslation()
  if (result !== 'connected')
    return (
      <Notice tone={result === 'no_answer' ? 'warn' : 'error'} isLive>
        {t(`connection.result.${result}`, { reason })}
      </Notice>
    )
  const labels = prints_labels === undefined ? 'unknown' : prints_labels ? 'yes' : 'no'
  return (
    <Notice
      tone={prints_labels ? 'good' : 'warn'}
      isLive
      title={t(release === '' ? 'connection.result.signed_in' : 'connection.result.connected', { release })}
    >
      {t(`connection.means.${labels}`)}
    </Notice>
  )
}
