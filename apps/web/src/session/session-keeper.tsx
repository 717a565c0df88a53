import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { expireSession, signOut } from './end-session.ts'
import { renewSession, WORTHWHILE_MS, type Renewal } from './renew-session.ts'
import { isLiteFlagMissing, readSession } from './session-store.ts'
import { sessionStep, TOKEN_RENEWAL_MS, type SessionStep } from './session-step.ts'

const LITE_CHECK_MS = 2_000
const SESSION_CHECK_MS = 5_000

/** Renews the session of an active user, warns an inactive one, and ends an expired session. @see spec §4, §6, §9 */
export function SessionKeeper() {
  const { t } = useTranslation()
  const lastActive = useLastActive()
  const [step, setStep] = useState<SessionStep>('live')
  const { renew, isAtItsEnd, hasFailed, hasBeenWarned, markWarned } = useRenewal()

  useEffect(() => {
    const check = () => {
      const session = readSession()
      if (!session) return
      const expiresAt = new Date(session.expires_at)
      const isActive = lastActive.current >= expiresAt.getTime() - TOKEN_RENEWAL_MS
      const next = sessionStep(expiresAt, new Date(), isActive && !isAtItsEnd())
      // an active user whose session cannot be renewed is warned as well
      const shown = hasFailed() ? sessionStep(expiresAt, new Date(), false) : next
      setStep(shown === 'notice' && hasBeenWarned() ? 'live' : shown)
      if (next === 'renew') renew()
      if (next === 'expired') expireSession(isAtItsEnd() ? 'limit' : 'idle')
    }
    check()
    document.addEventListener('visibilitychange', check)
    const timer = setInterval(check, SESSION_CHECK_MS)
    return () => {
      document.removeEventListener('visibilitychange', check)
      clearInterval(timer)
    }
  }, [lastActive, renew, isAtItsEnd, hasFailed, hasBeenWarned])

  useEffect(() => {
    const timer = setInterval(() => {
      const session = readSession()
      if (session && isLiteFlagMissing(session)) void signOut(t('session.lite_ended'))
    }, LITE_CHECK_MS)
    return () => clearInterval(timer)
  }, [t])

  const stay = () => {
    setStep('live')
    markWarned()
    renew()
  }
  return (
    <Dialog
      title={t('session.ends_soon')}
      role="alertdialog"
      isOpen={step === 'notice'}
      onClose={stay}
      actions={
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- one key press must be enough to stay signed in (WCAG 2.2.1) */}
          <Button variant="primary" onPress={stay} autoFocus>
            {t('session.stay')}
          </Button>
          <Button variant="secondary" onPress={() => void signOut()}>
            {t('session.sign_out')}
          </Button>
        </>
      }
    >
      <p>{t('session.ends_soon_text')}</p>
    </Dialog>
  )
}

/** Renews the session, one request at a time, until it can be extended no further. The user is warned of that end once. */
function useRenewal() {
  return useState(() => {
    let lastEnd = NaN
    let warnedEnd = -Infinity
    let latest: Renewal = 'renewed'
    let isAsking = false
    const end = () => Date.parse(readSession()?.expires_at ?? '')
    const renew = async () => {
      if (isAsking) return
      isAsking = true
      latest = await renewSession().finally(() => (isAsking = false))
      if (latest === 'at_its_end') lastEnd = end()
    }
    return {
      renew: () => void renew(),
      isAtItsEnd: () => lastEnd === end(),
      hasFailed: () => latest === 'not_now',
      hasBeenWarned: () => end() - warnedEnd < WORTHWHILE_MS,
      markWarned: () => {
        warnedEnd = end()
      },
    }
  })[0]
}

/** The time of the user's last key press or touch, in milliseconds since 1970. */
function useLastActive() {
  const at = useRef(0)
  useEffect(() => {
    const noted = () => void (at.current = Date.now())
    noted()
    addEventListener('pointerdown', noted)
    addEventListener('keydown', noted)
    return () => {
      removeEventListener('pointerdown', noted)
      removeEventListener('keydown', noted)
    }
  }, [])
  return at
}
