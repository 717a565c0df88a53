import { getUserData, logout, putUserData } from '@postroom/contract/identity'
import { screen, waitFor } from '@testing-library/dom'
import { beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { queryClient } from '../api/query-client.ts'
import { askForPasskey, signInWith } from '../passkeys/sign-in-with-passkey.ts'
import { USER } from '../testing/a-user.ts'
import { Refusal, server, UNREACHABLE } from '../testing/fake-server.ts'
import { watchListeners } from '../testing/left-listeners.ts'
import { pass } from '../testing/moved-clock.ts'
import { show } from '../testing/show.tsx'
import { openToast } from '../ui/toast-queue.ts'
import { beforeSignOut } from './before-sign-out.ts'
import { expireSession, loginPath, signOut } from './end-session.ts'
import {
  changeUser,
  endedSession,
  endSession,
  isLiteFlagMissing,
  liveSession,
  pageAfterEnd,
  readSession,
  saveSession,
  watchSession,
} from './session-store.ts'
import { signIn } from './sign-in.ts'
import { beginSignOn, findSignOn } from './sign-on.ts'
import { useUserData } from './user-data.ts'

beforeEach(() => {
  beforeSignOut.clear()
  server.on(logout, () => ({ signed_out: true as const }))
})

it('a session ends as many seconds after now as the server says, by the clock of this computer', () => {
  vi.useFakeTimers({ now: new Date('2026-11-22T09:00:00Z') })
  saveSession({ ...USER, expires_in: 7200 })
  expect(readSession()?.expires_at).toBe('2026-11-22T11:00:00.000Z')
  expect(liveSession()).toBe(readSession())
  vi.setSystemTime('2026-11-22T10:59:59.999Z')
  expect(liveSession()).toBeDefined()
  vi.setSystemTime('2026-11-22T11:00:00.000Z')
  expect(liveSession()).toBeUndefined()
  expect(readSession()).toBeDefined()
})

it('only a Lite user has the flag of the plan, until the session ends', () => {
  const lite = { ...USER, plan: 'lite' as const }
  saveSession(lite)
  expect(isLiteFlagMissing(lite)).toBe(false)
  saveSession(USER)
  expect([isLiteFlagMissing(lite), isLiteFlagMissing(USER)]).toEqual([true, false])
  saveSession(lite)
  endSession('/login')
  expect(isLiteFlagMissing(lite)).toBe(true)
  expect(endedSession()).toMatchObject({ username: 'demo', at: expect.any(Date) as Date })
})

it('a change of the user is known at once, and needs a session', () => {
  const heard = vi.fn<() => void>()
  const stop = watchSession(heard)
  changeUser({ fullname: 'Nobody', email: '' })
  expect([readSession(), heard.mock.calls.length]).toEqual([undefined, 0])
  saveSession(USER)
  changeUser({ fullname: 'Ada', email: 'ada@post.example' })
  expect(readSession()).toMatchObject({ fullname: 'Ada', email: 'ada@post.example', token: 'a-token' })
  expect(heard).toHaveBeenCalledTimes(2)
  stop()
})

const store = (key: string | null) => void dispatchEvent(new StorageEvent('storage', { key }))

it('hears of the session in this tab and in the others, until it stops', () => {
  const left = watchListeners()
  const before = left('storage')
  const heard = vi.fn<() => void>()
  const stop = watchSession(heard)
  store('postroom.theme')
  expect(heard).not.toHaveBeenCalled()
  store('postroom.session')
  store(null)
  saveSession(USER)
  endSession('/login')
  expect(heard).toHaveBeenCalledTimes(4)
  stop()
  saveSession(USER)
  expect(heard).toHaveBeenCalledTimes(4)
  expect(left('storage')).toBe(before)
})

it.each([
  [{}, '/login'],
  [{ error: undefined, returnUrl: '/app/home' }, '/login?returnUrl=%2Fapp%2Fhome'],
  [{ error: 'a b', reason: 'idle' as const }, '/login?error=a+b&reason=idle'],
])('the sign-in page for %o is %s', (given, path) => expect(loginPath(given)).toBe(path))

it.each([
  ['a-refresh-token', '/login?returnUrl=%2Fapp%2Fhome%3Fq%3D1&reason=limit'],
  ['', '/login?reason=limit'],
])('an expired session with the refresh token %o leads to %s', (refresh_token, path) => {
  history.replaceState(null, '', '/app/home?q=1')
  saveSession({ ...USER, refresh_token })
  expireSession('limit')
  expect([readSession(), pageAfterEnd()]).toEqual([undefined, path])
})

it('a session that is gone does not expire', () => {
  saveSession(USER)
  endSession('/login?error=words')
  expireSession('limit')
  expect(pageAfterEnd()).toBe('/login?error=words')
})

it('signing out waits two seconds at most for what is not saved, and tells the server while it still knows the user', async () => {
  vi.useFakeTimers()
  saveSession(USER)
  const logouts = server.on(logout, () => UNREACHABLE)
  const saved = vi.fn<() => Promise<void>>(() => new Promise(() => {}))
  beforeSignOut.add(saved)
  const leaving = signOut('words')
  await pass(1.9)
  expect(saved).toHaveBeenCalledOnce()
  expect(readSession()).toBeDefined()
  await pass(0.2)
  await leaving
  expect([readSession(), pageAfterEnd(), logouts.length]).toEqual([undefined, '/login?error=words', 1])
})

it('signing out goes on as soon as all is saved, and at once when nothing is to be saved', async () => {
  vi.useFakeTimers()
  for (const finish of [[() => Promise.resolve()], []]) {
    saveSession(USER)
    beforeSignOut.clear()
    for (const one of finish) beforeSignOut.add(one)
    await signOut()
    expect(readSession()).toBeUndefined()
  }
})

const answering = (body: unknown) => vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(body))
const signal = new AbortController().signal
const PROOF = { id: 'a', response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a', userHandle: '' } }

it.each<[string, unknown, () => Promise<unknown>]>([
  ['how to sign on', { passwords: 'yes' }, () => findSignOn('bindery', signal)],
  ['the page of an identity provider', { url: 7 }, () => beginSignOn('bindery', '/app')],
  ['a script instead of that page', { url: 'javascript:alert(1)' }, () => beginSignOn('bindery', '/app')],
  ['a user', { username: 'demo' }, () => signIn({ username: 'demo', password: 'x' })],
  ['a user with a passkey', { username: 'demo' }, () => signInWith(PROOF)],
  ['a challenge', { challenge: 7 }, () => askForPasskey()],
])('refuses what is not %s', async (_what, body, ask) => {
  answering(body)
  await expect(ask()).rejects.toThrow('answered with something else')
})

it.each([
  [
    { passwords: false, organisation: 'Bindery' },
    { passwords: false, organisation: 'Bindery' },
  ],
  [{ passwords: true, organisation: null, more: 1 }, { passwords: true }],
])('reads %o as %o', async (body, expected) => {
  answering(body)
  expect(await findSignOn('bindery', signal)).toEqual(expected)
})

it('a sign-in answers with the user, and an identity provider with its page', async () => {
  answering(USER)
  expect(await signIn({ username: 'demo', password: 'x' })).toEqual(USER)
  expect(await signInWith(PROOF)).toEqual(USER)
  answering({ url: 'https://id.example/' })
  expect(await beginSignOn('bindery', '/app')).toBe('https://id.example/')
})

const countSchema = z.object({ count: z.number() })
function Kept({ isQuiet }: { isQuiet?: boolean }) {
  const { data, isLoaded, isError, retry, change } = useUserData('last_used', countSchema, isQuiet)
  const state = isError ? 'failed' : isLoaded ? (data?.count ?? 'nothing') : 'loading'
  const add = () => void change((before) => ({ count: (before?.count ?? 0) + 1 }))
  return (
    <>
      <button type="button" onClick={add}>
        {state}
      </button>
      <button type="button" onClick={retry}>
        Again
      </button>
    </>
  )
}
const state = (text: string) => waitFor(() => expect(screen.getAllByRole('button')[0]).toHaveTextContent(text))

it.each([
  [{ count: 4 }, '4', { count: 5 }],
  [{ count: 'many' }, 'nothing', { count: 1 }],
  [undefined, 'nothing', { count: 1 }],
])('what is kept for a user as %o is read as %s, and a change of it is shown at once', async (value, text, next) => {
  saveSession(USER)
  const asked = server.on(getUserData, ({ query: { key } }) => ({ key, ...(value && { value }) }))
  const { promise, resolve } = Promise.withResolvers<void>()
  const kept = server.on(putUserData, async ({ query: { key } }) => (await promise, { key }))
  const user = show(<Kept />)
  await state(text)
  await user.click(screen.getAllByRole('button')[0]!)
  await state(String(next.count))
  resolve()
  await waitFor(() => expect(kept.map(({ query, body }) => [query.key, body])).toEqual([['last_used', next]]))
  await queryClient.invalidateQueries({ queryKey: ['user_data', 'other'] })
  expect(asked).toHaveLength(1)
})

it.each([
  [true, 0],
  [undefined, 1],
])(
  'a failed change is announced unless it is quiet (%s); a failed read is not, and can be repeated',
  async (isQuiet, times) => {
    saveSession(USER)
    server.on(getUserData, () => new Refusal('invalid_request'))
    const kept = server.on(putUserData, () => new Refusal('invalid_request'))
    const user = show(<Kept {...(isQuiet && { isQuiet })} />)
    await state('failed')
    expect(openToast()).toBeUndefined()
    server.on(getUserData, ({ query: { key } }) => ({ key, value: { count: 7 } }))
    await user.click(screen.getByRole('button', { name: 'Again' }))
    await state('7')
    await user.click(screen.getAllByRole('button')[0]!)
    await waitFor(() => expect(kept).toHaveLength(1))
    await waitFor(() => expect(queryClient.isMutating()).toBe(0))
    expect(openToast() ? 1 : 0).toBe(times)
  },
)
