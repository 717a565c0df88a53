import { useSyncExternalStore } from 'react'
import { readSession, watchSession, type Session } from './session-store.ts'

/** Who is signed in, in this tab and every other; undefined when nobody is. */
export const useSession = (): Session | undefined => useSyncExternalStore(watchSession, readSession)

/** Who is signed in, on pages that only a signed-in user sees. @throws Error when nobody is */
export function useUser(): Session {
  const session = useSession()
  if (!session) throw new Error('This page needs a signed-in user')
  return session
}
