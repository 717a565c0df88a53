import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError, NetworkError } from '../api/api-error.ts'
import { expireSession, loginPath, signOut } from './end-session.ts'
import { renewSession } from './renew-session.ts'
import {
  isLiteFlagMissing,
  liveSession,
  pageAfterEnd,
  readSession,
  saveSession,
  watchSession,
  type Session,
} from './session-store.ts'

const ask = vi.hoisted(() => vi.fn<(endpoint: { id: string }, parts: unknown) => Promise<unknown>>())
vi.mock('../api/call.ts', () => ({ call: ask }))
vi.mock('../api/send.ts', () => ({ send: ask }))

const session: Session = {
  id: '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
  username: 'demo',
  token: 'a-token',
  fullname: 'Demo User',
  email: 'demo@post.example',
  expires_in: 600,
  refresh_token: 'a-refresh-token',
  expires_at: '2026-11-22T11:00:00.000Z',
  plan: 'full',
}
const kept = new Map<string, string>()
const heard = new Map<string, (event: unknown) => void>()
let locked: string[]
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-22T10:00:00Z') })
  kept.clear()
  locked = []
  ask.mockReset()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
  vi.stubGlobal('navigator', {
    locks: {
      request: async (name: string, act: () => Promise<unknown>) => {
        locked.push(name)
        return await act()
      },
    },
  })
  vi.stubGlobal('location', { pathname: '/app/home', search: '?q=1' })
  vi.stubGlobal('addEventListener', (name: string, act: (event: unknown) => void) => heard.set(name, act))
  vi.stubGlobal('removeEventListener', (name: string) => heard.delete(name))
  saveSession(session)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it.each([
  ['extends the session by hours', 7_200, 'renewed'],
  ['extends the session by a minute', 660, 'renewed'],
  ['extends the session by less than a minute', 659, 'at_its_end'],
])('a renewal that %s', async (_case, expires_in, expected) => {
  ask.mockResolvedValue({ ...session, token: 'fresh', expires_in })
  expect(await renewSession()).toBe(expected)
  expect(readSession()?.token).toBe('fresh')
  expect(ask.mock.calls[0]?.[1]).toEqual({
    body: { grant_type: 'token', client_id: 'postroom-web', refresh_token: 'a-refresh-token' },
  })
  expect(locked).toEqual(['postroom.renewal'])
})

it('uses the tokens another tab has renewed meanwhile', async () => {
  vi.stubGlobal('navigator', {
    locks: {
      request: (_name: string, act: () => Promise<unknown>) => {
        saveSession({ ...session, token: 'of-another-tab' })
        return act()
      },
    },
  })
  expect(await renewSession()).toBe('renewed')
  expect(ask).not.toHaveBeenCalled()
})

it.each([
  ['401 ends the session', new ApiError(401, 'Unauthorized'), undefined],
  ['another refusal keeps the session', new ApiError(429, 'Too many'), 'a-token'],
  ['a network error keeps the session', new NetworkError('down'), 'a-token'],
])('%s', async (_case, error, token) => {
  ask.mockRejectedValue(error)
  expect(await renewSession()).toBe('not_now')
  expect(readSession()?.token).toBe(token)
})

it('returns to the page of an expired session after sign-in, unless it had no refresh token', () => {
  expireSession()
  expect(pageAfterEnd()).toBe('/login?returnUrl=%2Fapp%2Fhome%3Fq%3D1')
  saveSession({ ...session, refresh_token: '' })
  expireSession()
  expect(pageAfterEnd()).toBe('/login')
})

it('ends a session once', () => {
  expireSession()
  vi.stubGlobal('location', { pathname: '/app/other', search: '' })
  expireSession()
  expect(pageAfterEnd()).toBe('/login?returnUrl=%2Fapp%2Fhome%3Fq%3D1')
})

it('signs out in this browser whether or not the server answers, and waits for it', async () => {
  const response = Promise.withResolvers<unknown>()
  let tokenWhenTold: string | undefined
  ask.mockImplementation(() => {
    tokenWhenTold = readSession()?.token
    return response.promise
  })
  let isDone = false
  const done = signOut('bye').then(() => (isDone = true))
  expect(readSession()).toBeUndefined()
  expect(tokenWhenTold).toBe('a-token')
  expect(pageAfterEnd()).toBe('/login?error=bye')
  await vi.advanceTimersByTimeAsync(0)
  expect(isDone).toBe(false)
  response.reject(new NetworkError('down'))
  await done
})

it('links to the sign-in page without an empty query', () => {
  expect(loginPath({})).toBe('/login')
  expect(loginPath({ returnUrl: '/a', error: 'b' })).toBe('/login?returnUrl=%2Fa&error=b')
})

it('computes the expiry from the clock of this computer', () => {
  expect(readSession()?.expires_at).toBe('2026-11-22T10:10:00.000Z')
  vi.advanceTimersByTime(599_999)
  expect(liveSession()?.token).toBe('a-token')
  vi.advanceTimersByTime(1)
  expect(liveSession()).toBeUndefined()
})

it('stores the flag of the Lite plan for Lite users only', () => {
  const lite: Session = { ...session, plan: 'lite' }
  saveSession(lite)
  expect(isLiteFlagMissing(lite)).toBe(false)
  kept.delete('postroom.lite')
  expect(isLiteFlagMissing(lite)).toBe(true)
  expect(isLiteFlagMissing(session)).toBe(false)
  saveSession(lite)
  saveSession(session)
  expect(kept.has('postroom.lite')).toBe(false)
  saveSession(lite)
  expireSession()
  expect([...kept.keys()]).toEqual([])
})

it('reports changes in this tab and, for its own keys, in other tabs, until it unsubscribes', () => {
  const listener = vi.fn<() => void>()
  const stop = watchSession(listener)
  saveSession(session)
  expect(listener).toHaveBeenCalledTimes(1)
  for (const key of ['postroom.session', null, 'postroom.theme']) heard.get('storage')?.({ key })
  expect(listener).toHaveBeenCalledTimes(3)
  stop()
  saveSession(session)
  expect(listener).toHaveBeenCalledTimes(3)
  expect(heard.size).toBe(0)
})

it.each(['{', '{"token":1}'])('ignores an unreadable saved session: %s', (text) => {
  kept.set('postroom.session', text)
  expect(readSession()).toBeUndefined()
})
