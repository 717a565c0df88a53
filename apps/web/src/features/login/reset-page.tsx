import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { AskResetForm } from './ask-reset-form.tsx'
import { LoginFrame } from './login-frame.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { resetTokenIn } from './reset-token.ts'

/** Requests a reset link; with the link from the mail, sets a new password. @see spec §2 */
export function Component() {
  const { hash } = useLocation()
  // a link opened while this page is open only changes the hash
  return <ResetPage key={hash} token={resetTokenIn(hash)} />
}

function ResetPage({ token }: { token: string | undefined }) {
  const { t } = useTranslation()
  useEffect(() => {
    // the token opens an account: it must not stay in the address bar or the history
    if (token !== undefined) history.replaceState(history.state, '', location.pathname)
  }, [token])
  return (
    <LoginFrame
      title={t(token === undefined ? 'login.forgotten_title' : 'login.new_password_title')}
      elsewhere={{ href: '/login', label: t('login.to_sign_in') }}
    >
      {token === undefined ? <AskResetForm /> : <NewPasswordForm token={token} />}
    </LoginFrame>
  )
}
