import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { AskResetForm } from './ask-reset-form.tsx'
import { LoginFrame } from './login-frame.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { resetTokenIn } from './reset-token.ts'

/** A password forgotten: ask for a link, or, with the link of the mail, set a new one. @see spec §2 */
export function Component() {
  const { hash } = useLocation()
  // a link opened where this page is open already is another page
  return <ResetPage key={hash} token={resetTokenIn(hash)} />
}

function ResetPage({ token }: { token: string | undefined }) {
  const { t } = useTranslation()
  useEffect(() => {
    // the token is worth an account: it must not stay in the address bar or in the history
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
