import { setTimeout as sleep } from 'node:timers/promises'
import type { AuthUser } from '@postroom/contract/auth'
import type { ErrorBody } from '@postroom/contract/errors'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { hashOf } from '../../secret-token.ts'
import { lockSessionToRenew } from './session.store.ts'
import { testApp, tokenRequest, type TestApp } from '../../testing/test-app.ts'

const START = new Date('2026-11-20T09:00:00Z')
let now = START
let server: TestApp

beforeAll(async () => {
  server = await testApp({ now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = START
  await server.context.db.deleteFrom('sign_in_failure').execute()
})

const after = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000))
const guess = (remoteAddress: string, password: string) =>
  server.app.inject({ ...tokenRequest({ password }), remoteAddress })
const whoAmI = (user: { token: string }) => server.as(user, 'GET', '/identity/v1/user/permission')
const renew = (refresh_token: string) =>
  server.app.inject(
    tokenRequest({ grant_type: 'token', refresh_token, username: undefined, password: undefined }, '/auth/v1/refresh'),
  )
const renewed = async (refresh_token: string) => (await renew(refresh_token)).json<AuthUser>()

/** Records 99 guesses of this kind in the last quarter of an hour. */
const nearlyTooMany = (counter: string) =>
  server.context.db
    .insertInto('sign_in_failure')
    .values(Array.from({ length: 99 }, () => ({ counter, failed_at: START })))
    .execute()

describe('POST /auth/v1/token', () => {
  it('answers with the user of spec §3; the token expires two hours later', async () => {
    const user = await server.signIn()
    expect(user).toMatchObject({ username: 'demo', fullname: 'Angharad Kendall', plan: 'full', expires_in: 7200 })
    expect(user.expires_at).toBe('2026-11-20T11:00:00.000Z')
    expect(Buffer.from(user.token, 'base64url')).toHaveLength(32)
    expect((await whoAmI(user)).statusCode).toBe(200)
  })

  it('trims the username and not the password (spec §5)', async () => {
    expect((await server.app.inject(tokenRequest({ username: '  demo ' }))).statusCode).toBe(200)
    expect((await server.app.inject(tokenRequest({ password: ' demo-postroom' }))).statusCode).toBe(401)
  })

  test.each([
    ['wrong password', { password: 'demo' }, 401, 'invalid_credentials'],
    ['unknown user', { username: 'nobody' }, 401, 'invalid_credentials'],
    ['another grant', { grant_type: 'client_credentials' }, 400, 'unsupported_grant_type'],
    ['another client', { client_id: 'somebody' }, 401, 'invalid_client'],
    ['no grant', { grant_type: undefined }, 400, 'invalid_request'],
    ['no username', { username: ' ' }, 400, 'invalid_request'],
    ['no password', { password: undefined }, 400, 'invalid_request'],
    ['a username with NUL', { username: 'de\0mo' }, 400, 'invalid_request'],
    ['a password with NUL', { password: 'de\0mo' }, 401, 'invalid_credentials'],
    ['an unknown field', { scope: 'all' }, 400, 'invalid_request'],
  ])('%s', async (_case, fields, status, code) => {
    const answer = await server.app.inject(tokenRequest(fields))
    expect(answer.statusCode).toBe(status)
    expect(answer.json<ErrorBody>().code).toBe(code)
  })

  it('gives an unknown user and a wrong password the same answer', async () => {
    const [wrong, unknown] = await Promise.all([
      server.app.inject(tokenRequest({ password: 'wrong' })),
      server.app.inject(tokenRequest({ username: 'nobody' })),
    ])
    const { request_id: _a, ...wrongBody } = wrong.json<ErrorBody>()
    const { request_id: _b, ...unknownBody } = unknown.json<ErrorBody>()
    expect(unknownBody).toEqual(wrongBody)
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(wrong.headers))
    const guessNobody = () => server.app.inject(tokenRequest({ username: 'nobody' }))
    for (let time = 2; time <= 10; time++) expect((await guessNobody()).statusCode).toBe(401)
    expect((await guessNobody()).json<ErrorBody>().code).toBe('too_many_requests')
  })

  it('refuses the eleventh of many simultaneous guesses, from one address only, for a quarter of an hour', async () => {
    const guesses = await Promise.all(Array.from({ length: 14 }, () => guess('192.0.2.1', 'wrong')))
    expect(guesses.filter((answer) => answer.statusCode === 429)).toHaveLength(4)
    const refused = await guess('192.0.2.1', 'demo-postroom')
    expect(refused.json<ErrorBody>().code).toBe('too_many_requests')
    expect(refused.headers['retry-after']).toBe('900')
    expect((await guess('192.0.2.2', 'demo-postroom')).statusCode).toBe(200)
    after(15 * 60)
    expect((await guess('192.0.2.1', 'demo-postroom')).statusCode).toBe(200)
  })

  it.each([
    // only a known proxy may forward addresses
    ['no proxy configured', undefined, 429],
    ['another proxy configured', '10.0.0.9', 429],
    ['this proxy configured', '192.0.2.1', 401],
  ])('trusts X-Forwarded-For only from the configured proxy: %s', async (_who, trustProxy, status) => {
    const { db, pool } = server.context
    const behind = await testApp({ db, pool, now: () => now }, trustProxy === undefined ? {} : { trustProxy })
    const guesses = []
    for (let last = 1; last <= 11; last++) {
      const spoofed = { 'x-forwarded-for': `203.0.113.${last}`, 'content-type': 'application/x-www-form-urlencoded' }
      const request = { ...tokenRequest({ password: 'wrong' }), remoteAddress: '192.0.2.1', headers: spoofed }
      guesses.push((await behind.app.inject(request)).statusCode)
    }
    expect(guesses.at(-1)).toBe(status)
    await behind.close()
  })

  it('counts guesses across a restart', async () => {
    for (let time = 1; time <= 10; time++) await guess('192.0.2.1', 'wrong')
    const restarted = await testApp({ db: server.context.db, pool: server.context.pool, now: () => now })
    const refused = await restarted.app.inject({ ...tokenRequest(), remoteAddress: '192.0.2.1' })
    expect(refused.statusCode).toBe(429)
    await restarted.close()
  })

  it('refuses the hundred and first guess at one username, from any address, and at no other username', async () => {
    await nearlyTooMany('sign-in as\ndemo\nanywhere')
    expect((await guess('192.0.2.1', 'demo-postroom')).statusCode).toBe(200)
    expect((await guess('192.0.2.2', 'wrong')).statusCode).toBe(401)
    expect((await guess('192.0.2.3', 'demo-postroom')).statusCode).toBe(429)
    expect((await server.app.inject(tokenRequest({ username: 'lite' }))).statusCode).toBe(200)
  })

  it('refuses the hundred and first guess from one address, at any username, and from no other address', async () => {
    await nearlyTooMany('sign-in from\n192.0.2.1')
    expect((await guess('192.0.2.1', 'demo-postroom')).statusCode).toBe(200)
    expect((await guess('192.0.2.1', 'wrong')).statusCode).toBe(401)
    const other = { ...tokenRequest({ username: 'lite' }), remoteAddress: '192.0.2.1' }
    expect((await server.app.inject(other)).statusCode).toBe(429)
    expect((await guess('192.0.2.2', 'demo-postroom')).statusCode).toBe(200)
  })

  it('counts all addresses of an IPv6 /64 as one', async () => {
    await nearlyTooMany('sign-in from\n2001:db8:1:2::/64')
    expect((await guess('2001:db8:1:2::1', 'wrong')).statusCode).toBe(401)
    const other = { ...tokenRequest({ username: 'lite' }), remoteAddress: '2001:db8:1:2:ffff::9' }
    expect((await server.app.inject(other)).statusCode).toBe(429)
    expect((await guess('2001:db8:1:3::1', 'demo-postroom')).statusCode).toBe(200)
  })

  it.each(['sign-in from', 'reset from'])(
    'a sign-in of a user called "%s" does not clear the count of that name',
    async (username) => {
      const { db } = server.context
      await nearlyTooMany(`${username}\n192.0.2.1`)
      await db.updateTable('app_user').set({ username }).where('username', '=', 'lite').execute()
      const answer = await server.app.inject({ ...tokenRequest({ username }), remoteAddress: '192.0.2.1' })
      await db.updateTable('app_user').set({ username: 'lite' }).where('username', '=', username).execute()
      expect(answer.statusCode).toBe(200)
      expect(await db.selectFrom('sign_in_failure').selectAll().execute()).toHaveLength(99)
    },
  )

  it('records a sign-in and a wrong password in the audit log, and nothing for an unknown user', async () => {
    const seen = await server.context.db.selectFrom('audit_event').select('id').execute()
    await guess('192.0.2.1', 'wrong')
    await server.app.inject(tokenRequest({ username: 'nobody' }))
    const user = await server.signIn()
    const events = () =>
      server.context.db
        .selectFrom('audit_event')
        .select(['event', 'user_id'])
        .where('id', '>', Math.max(0, ...seen.map((row) => row.id)))
        .execute()
    await expect.poll(async () => (await events()).length).toBe(2)
    expect((await events()).map((row) => row.event).toSorted()).toEqual(['sign_in_failed', 'signed_in'])
    expect((await events()).every((row) => row.user_id === user.id)).toBe(true)
  })

  it('stores tokens and passwords only as hashes', async () => {
    const user = await server.signIn()
    const rows = await server.context.db.selectFrom('session_token').selectAll().execute()
    const users = await server.context.db.selectFrom('app_user').selectAll().execute()
    const stored = JSON.stringify([rows, users])
    for (const secret of [user.token, user.refresh_token, 'demo-postroom']) expect(stored).not.toContain(secret)
    expect(users[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

describe('a session', () => {
  it('expires for the access token after two hours', async () => {
    const user = await server.signIn()
    after(7199)
    expect((await whoAmI(user)).statusCode).toBe(200)
    after(1)
    const answer = await whoAmI(user)
    expect(answer.statusCode).toBe(401)
    expect(answer.json<ErrorBody>().code).toBe('session_expired')
  })

  it('is renewed by the refresh token and never lasts longer than twelve hours', async () => {
    let user = await server.signIn()
    for (let hours = 1.5; hours < 12; hours += 1.5) {
      after(5400)
      user = await renewed(user.refresh_token)
      expect(user.expires_in).toBe(Math.min(7200, (12 - hours) * 3600))
      expect((await whoAmI(user)).statusCode).toBe(200)
    }
    after(5400)
    expect((await whoAmI(user)).statusCode).toBe(401)
    expect((await renew(user.refresh_token)).statusCode).toBe(401)
  })

  it('ends when an old refresh token is used again', async () => {
    const first = await server.signIn()
    const second = await renewed(first.refresh_token)
    after(11)
    const stolen = await renew(first.refresh_token)
    expect(stolen.statusCode).toBe(401)
    expect(stolen.json<ErrorBody>().code).toBe('refresh_token_invalid')
    expect((await renew(second.refresh_token)).statusCode).toBe(401)
    expect((await whoAmI(second)).statusCode).toBe(401)
    const audit = await server.context.db.selectFrom('audit_event').select('event').orderBy('id', 'desc').execute()
    expect(audit[0]?.event).toBe('refresh_token_reused')
    expect((await whoAmI(first)).statusCode).toBe(401)
  })

  it('answers a repeated renewal for ten seconds with the same tokens, which end no later', async () => {
    const first = await server.signIn()
    const second = await renewed(first.refresh_token)
    after(10)
    expect(await renewed(first.refresh_token)).toEqual({ ...second, expires_in: 7190 })
    after(7195)
    expect((await renew(first.refresh_token)).statusCode).toBe(401)
  })

  it('is forgotten after its end, with expired tokens, when its user signs in again', async () => {
    const { db } = server.context
    await db.deleteFrom('session').execute()
    const ended = await server.signIn()
    after(8 * 3600)
    const open = await server.signIn()
    await server.signIn('lite')
    after(4 * 3600)
    const rows = async () => {
      const found = db.selectFrom('session').leftJoin('session_token', 'session_id', 'session.id')
      const all = await found.select(['session.user_id', 'kind']).execute()
      return all.map(({ user_id, kind }) => `${user_id === open.id ? 'demo' : 'lite'} ${kind}`).toSorted()
    }
    const [demo, lite] = [
      ['demo access', 'demo refresh'],
      ['lite access', 'lite refresh'],
    ]
    expect(await rows()).toEqual([...demo, 'demo refresh', ...lite].toSorted())
    await server.signIn()
    expect(await rows()).toEqual([...demo, 'demo refresh', ...lite].toSorted())
    expect((await renew(ended.refresh_token)).statusCode).toBe(401)
    expect((await renew(open.refresh_token)).statusCode).toBe(200)
  })

  it('ends when the token before the previous one is used, even within ten seconds', async () => {
    const first = await server.signIn()
    const third = await renewed((await renewed(first.refresh_token)).refresh_token)
    expect((await renew(first.refresh_token)).statusCode).toBe(401)
    expect((await whoAmI(third)).statusCode).toBe(401)
  })

  it('answers twenty simultaneous renewals with the same token pair', async () => {
    const first = await server.signIn()
    const answers = await Promise.all(Array.from({ length: 20 }, () => renewed(first.refresh_token)))
    expect(new Set(answers.flatMap((user) => [user.refresh_token, user.token])).size).toBe(2)
    const { count } = await server.context.db
      .selectFrom('session_token')
      .innerJoin('session', 'session.id', 'session_token.session_id')
      .where('session.id', '=', (other) =>
        other.selectFrom('session_token').select('session_id').where('hash', '=', hashOf(first.refresh_token)),
      )
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(4)
    for (const user of answers) expect((await whoAmI(user)).statusCode).toBe(200)
    const next = await renewed(answers[7]!.refresh_token)
    expect((await whoAmI(next)).statusCode).toBe(200)
    const { generation } = await server.context.db
      .selectFrom('session_token')
      .select('generation')
      .where('hash', '=', hashOf(next.refresh_token))
      .executeTakeFirstOrThrow()
    expect(generation).toBe(2)
  })

  it('is renewed by one call at a time, so a slow call cannot overwrite a later one', async () => {
    const { refresh_token } = await server.signIn()
    let second: ReturnType<typeof renew> | undefined
    await server.context.db.transaction().execute(async (tx) => {
      await lockSessionToRenew(tx, refresh_token)
      second = renew(refresh_token)
      expect(await Promise.race([second.then(() => 'renewed'), sleep(200, 'waits')])).toBe('waits')
    })
    expect((await second)?.statusCode).toBe(200)
  })

  it('accepts no refresh token as access token, and the reverse', async () => {
    const user = await server.signIn()
    expect((await whoAmI({ token: user.refresh_token })).statusCode).toBe(401)
    expect((await renew(user.token)).statusCode).toBe(401)
  })

  test.each([
    ['nothing', undefined],
    ['no token', 'Bearer '],
    ['another scheme', 'Basic ZGVtbzpkZW1v'],
    ['an unknown token', 'Bearer nonsense'],
    ['a very long token', `Bearer ${'a'.repeat(5000)}`],
  ])('is required: Authorization with %s', async (_case, authorization) => {
    const answer = await server.app.inject({
      url: '/api/identity/v1/user/permission',
      headers: authorization === undefined ? {} : { authorization },
    })
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  })
})
