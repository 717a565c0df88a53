import { useEffect, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { queryClient } from '../api/query-client.ts'
import { loginPath } from './end-session.ts'
import { endOf } from './session-step.ts'
import { endSession, pageAfterEnd, readSession, type Session } from './session-store.ts'
import { UserContext, useSession } from './use-session.ts'

/** Renders its children for a signed-in user; others are sent to sign in and return afterwards. @see spec §2, §4, §6 */
export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  const expired = session ? undefined : readSession()
  const isSignedOut = expired !== undefined && endOf(expired.refresh_token) === 'sign_out'
  const next =
    pageAfterEnd() ?? loginPath(isSignedOut ? {} : { returnUrl: pathname + search, reason: expired && 'idle' })
  useEffect(() => {
    if (expired) endSession(next)
  }, [expired, next])

  if (!session) return <Navigate to={next} replace />
  return (
    <SignedIn key={session.id} session={session}>
      {children}
    </SignedIn>
  )
}

/** Clears cached data when the user signs out, so that the next user does not see it. */
function SignedIn({ session, children }: { session: Session; children: ReactNode }) {
  useEffect(() => () => queryClient.clear(), [])
  return <UserContext value={session}>{children}</UserContext>
}
