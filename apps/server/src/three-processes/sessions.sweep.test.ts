import type { AuthUser } from '@postroom/contract/auth'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '../demo/seed-organisation.ts'
import { callsWith, codeOf, postForm, tally } from '../testing/call-server.ts'
import { signInto } from '../testing/sign-into.ts'
import { threeServers, type ThreeServers } from '../testing/three-servers.ts'

const ME = '/identity/v1/user/permission'
const CLIENT = { client_id: 'postroom-web' }

let servers: ThreeServers
beforeAll(async () => {
  servers = await threeServers()
})
afterAll(() => servers.stop())

const signInAt = (url: string, username: string, more: Record<string, string> = {}) =>
  postForm<AuthUser & { code?: string }>(url, '/auth/v1/token', {
    ...CLIENT,
    grant_type: 'password',
    username,
    password: DEMO_PASSWORD,
    ...more,
  })
const as = ({ token }: Pick<AuthUser, 'token'>) => callsWith(`Bearer ${token}`)
/** The answers of all processes to the next call of a session. */
const everywhere = async (user: Pick<AuthUser, 'token'>) =>
  (await Promise.all(servers.urls.map((url) => as(user)(url, 'GET', ME)))).map(({ status }) => status)

it('is opened at one process, valid at all, and renewed once by calls at all', async () => {
  const first = (await signInAt(servers.urls[0]!, 'demo')).body
  expect(await everywhere(first)).toEqual([200, 200, 200])
  const form = { ...CLIENT, grant_type: 'token', refresh_token: first.refresh_token }
  const renewals = await Promise.all(
    Array.from({ length: 12 }, () => postForm<AuthUser>(servers.url, '/auth/v1/refresh', form)),
  )
  expect(new Set(renewals.map(({ body }) => `${body.token} ${body.refresh_token}`)).size).toBe(1)
  expect(await everywhere(renewals[0]!.body)).toEqual([200, 200, 200])
})

it('is refused by every process with the next call after it was ended at one', async () => {
  const user = (await signInAt(servers.urls[0]!, 'demo')).body
  expect(await everywhere(user)).toEqual([200, 200, 200])
  expect((await as(user)(servers.urls[1]!, 'GET', '/identity/v1/user/logout')).status).toBe(200)
  expect(await everywhere(user)).toEqual([401, 401, 401])
})

it('ends everywhere when its user is disabled, and when another session changes the password', async () => {
  const [user, other] = [(await signInAt(servers.url, 'lite')).body, (await signInAt(servers.url, 'lite')).body]
  expect(await everywhere(other)).toEqual([200, 200, 200])
  const change = { current_password: DEMO_PASSWORD, password: 'a-tin-of-marmalade-4' }
  expect((await as(user)(servers.urls[1]!, 'PUT', '/identity/v1/user/self', change)).status).toBe(200)
  expect(await everywhere(other)).toEqual([401, 401, 401])
  const again = (await signInAt(servers.urls[2]!, 'lite', { password: change.password })).body
  expect(await everywhere(again)).toEqual([200, 200, 200])
  const manager = callsWith((await signInto(servers, servers.organisation)).authorization)
  const path = `/identity/v1/organisation/user/${again.id}`
  expect((await manager(servers.urls[0]!, 'PUT', path, { is_disabled: true })).status).toBe(200)
  expect(await everywhere(again)).toEqual([401, 401, 401])
  expect((await signInAt(servers.url, 'lite', { password: change.password })).status).toBe(401)
})

it('a code of an app opens one session, at whichever process', async () => {
  const user = as((await signInAt(servers.url, 'demo')).body)
  const path = '/identity/v1/user/twoFactor'
  const asked = await user<{ secret: string }>(servers.url, 'POST', path, { current_password: DEMO_PASSWORD })
  const app = new TOTP({ secret: Secret.fromBase32(asked.body.secret) })
  expect((await user(servers.url, 'POST', `${path}/confirm`, { otp: app.generate() })).status).toBe(200)
  // that code is used up; the next one is accepted half a minute early
  const otp = app.generate({ timestamp: Date.now() + 30_000 })
  const signIns = await Promise.all(Array.from({ length: 9 }, () => signInAt(servers.url, 'demo', { otp })))
  expect(tally(signIns.map(codeOf))).toEqual({ 200: 1, otp_invalid: 8 })
})
