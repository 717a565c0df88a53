import type { AuthUser } from '@postroom/contract/auth'
import { authUserIn } from './auth-user.ts'

/** The signed-in user of this browser, shared by all tabs. */
export type Session = AuthUser

const SESSION = 'postroom.session'
const LITE_FLAG = 'postroom.lite'

let afterEnd: string | undefined
/** Whose session this tab ended, and when; in memory only. */
let ended: { username: string; at: Date } | undefined
let known: { text: string | null; session: Session | undefined } = { text: null, session: undefined }

/** The saved session, expired or not; undefined when it cannot be read. Returns the same object until it changes. */
export function readSession(): Session | undefined {
  const text = localStorage.getItem(SESSION)
  if (text !== known.text) known = { text, session: text === null ? undefined : authUserIn(text) }
  // a new session, from any tab, makes the end of the last one irrelevant
  if (known.session) afterEnd = undefined
  return known.session
}

/** The session unless it has expired. */
export function liveSession(): Session | undefined {
  const session = readSession()
  return session && Date.parse(session.expires_at) > Date.now() ? session : undefined
}

/**
 * Saves the session from sign-in or renewal, with the flag of the Lite plan (spec §6). Its expiry is computed from the
 * clock of this computer, which may differ from the server's by hours.
 */
export function saveSession(session: Session): void {
  const expires_at = new Date(Date.now() + session.expires_in * 1000).toISOString()
  localStorage.setItem(SESSION, JSON.stringify({ ...session, expires_at }))
  if (session.plan === 'lite') localStorage.setItem(LITE_FLAG, 'true')
  else localStorage.removeItem(LITE_FLAG)
  announce()
}

/** Changes what the saved session says about its user, in every tab. */
export function changeUser(changes: Pick<Session, 'fullname' | 'email'>): void {
  const session = readSession()
  if (!session) return
  localStorage.setItem(SESSION, JSON.stringify({ ...session, ...changes }))
  announce()
}

/** Removes the session in every tab. @param next the page to open instead of the current one */
export function endSession(next: string): void {
  const session = readSession()
  if (session) ended = { username: session.username, at: new Date() }
  afterEnd = next
  localStorage.removeItem(SESSION)
  localStorage.removeItem(LITE_FLAG)
  announce()
}

/** The page to open after this tab ended its session; undefined when another tab did, or there was none. */
export const pageAfterEnd = (): string | undefined => afterEnd

/** The user whose session this tab ended, and when. */
export const endedSession = (): typeof ended => ended

/** A Lite user without the flag must be signed out. @see spec §6 */
export const isLiteFlagMissing = (session: Session): boolean =>
  session.plan === 'lite' && localStorage.getItem(LITE_FLAG) === null

const listeners = new Set<() => void>()
const announce = () => listeners.forEach((listener) => listener())

/** For `useSyncExternalStore`: changes in this tab and in the others. */
export function watchSession(listener: () => void): () => void {
  const heard = (event: StorageEvent) => (event.key === SESSION || event.key === null) && listener()
  listeners.add(listener)
  addEventListener('storage', heard)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', heard)
  }
}
