import { createContext, use, useSyncExternalStore } from 'react'
import { liveSession, watchSession, type Session } from './session-store.ts'

/** The live session, in sync with other tabs; undefined when nobody is signed in. */
export const useSession = (): Session | undefined => useSyncExternalStore(watchSession, liveSession)

/** Set by `RequireSession`, so that a page being left still has its user. */
export const UserContext = createContext<Session | undefined>(undefined)

/** The signed-in user. @throws Error outside `RequireSession` */
export function useUser(): Session {
  const user = use(UserContext)
  if (!user) throw new Error('This page needs a signed-in user')
  return user
}
