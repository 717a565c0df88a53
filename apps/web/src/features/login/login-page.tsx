import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router'
import { href, PAGE_NAMES } from '../../pages.ts'
import { END_REASONS } from '../../session/end-session.ts'
import { safeReturnUrl } from '../../session/safe-return-url.ts'
import { useSession } from '../../session/use-session.ts'
import { LoginFrame } from './login-frame.tsx'
import { SignInForm } from './sign-in-form.tsx'

/**
 * The sign-in page. `returnUrl` is the page to open afterwards, `error` a message to show, `reason` why a session ended,
 * `organisation` the handle of one that signs in at its own identity provider.
 * @see spec §2, §8
 */
export function Component() {
  const { t } = useTranslation()
  const session = useSession()
  const [query] = useSearchParams()
  const next = safeReturnUrl(query.get('returnUrl'), location.origin)
  if (session) return <Navigate to={next} replace />
  const page = PAGE_NAMES.find((name) => name !== 'home' && next.split('?')[0] === href(name))
  return (
    <LoginFrame title={t('login.title')} elsewhere={{ href: '/reset', label: t('login.forgotten') }}>
      <SignInForm
        message={query.get('error') ?? undefined}
        reason={END_REASONS.find((reason) => reason === query.get('reason'))}
        next={next}
        returnsTo={page && t(`page.${page}`)}
        organisation={handleIn(query)}
      />
    </LoginFrame>
  )
}

const handleIn = (query: URLSearchParams): string | undefined =>
  /^[a-z0-9-]{1,50}$/.exec(query.get('organisation') ?? '')?.[0]
