import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndReason } from '../../session/end-session.ts'
import { endedSession } from '../../session/session-store.ts'
import { Notice } from '../../ui/notice.tsx'

/** Why the sign-in page appeared by itself, and what was kept. */
export function EndedNotice({ reason }: { reason: EndReason }) {
  const { t, i18n } = useTranslation()
  const [ended] = useState(endedSession)
  const time = ended?.at.toLocaleTimeString(i18n.language, { hour: '2-digit', minute: '2-digit' })
  return (
    <Notice title={time === undefined ? t('login.ended.title') : t('login.ended.title_at', { time })} isLive>
      <p>
        {t(`login.ended.${reason}`)} {t('login.ended.kept')}
      </p>
    </Notice>
  )
}
