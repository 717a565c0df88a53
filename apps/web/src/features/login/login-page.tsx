import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router'
import { safeReturnUrl } from '../../session/safe-return-url.ts'
import { useSession } from '../../session/use-session.ts'
import { LoginFrame } from './login-frame.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** The sign-in page. `returnUrl` is the page to open afterwards, `error` a message to show. @see spec §2, §8 */
export function Component() {
  const { t } = useTranslation()
  const session = useSession()
  const [query] = useSearchParams()
  if (session) return <Navigate to={safeReturnUrl(query.get('returnUrl'), location.origin)} replace />
  return (
    <LoginFrame title={t('login.title')} elsewhere={{ href: '/reset', label: t('login.forgotten') }}>
      <SignInForm message={query.get('error') ?? undefined} />
    </LoginFrame>
  )
}
