import { createContext, use, useSyncExternalStore } from 'react'
import { liveSession, watchSession, type Session } from './session-store.ts'

/** Who is signed in, in this tab and every other; undefined when nobody is, or no longer. */
export const useSession = (): Session | undefined => useSyncExternalStore(watchSession, liveSession)

/** Set by `RequireSession`, so that a page that is about to go never sees its user missing. */
export const UserContext = createContext<Session | undefined>(undefined)

/** Who is signed in, on pages that only a signed-in user sees. @throws Error elsewhere */
export function useUser(): Session {
  const user = use(UserContext)
  if (!user) throw new Error('This page needs a signed-in user')
  return user
}
