import { useEffect, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { queryClient } from '../api/query-client.ts'
import { expireSession, loginPath } from './end-session.ts'
import { pageAfterEnd } from './session-store.ts'
import { useSession } from './use-session.ts'

/** Lets only a signed-in user through; everybody else signs in first and comes back. @see spec §2, §4, §6 */
export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  const isExpired = session !== undefined && Date.parse(session.expires_at) <= Date.now()
  useEffect(() => {
    if (isExpired) expireSession()
  }, [isExpired])
  // what one user was shown is not kept for the next
  const userId = session?.id
  useEffect(() => () => queryClient.clear(), [userId])

  if (!session) return <Navigate to={pageAfterEnd() ?? loginPath({ returnUrl: pathname + search })} replace />
  return isExpired ? null : children
}
