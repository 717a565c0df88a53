import type { AuthUser } from '@postroom/contract/auth'
import type { ErrorBody } from '@postroom/contract/errors'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { aLog } from '../../testing/a-log.ts'
import { testApp, tokenRequest, type TestApp } from '../../testing/test-app.ts'
import { mailResets } from './forgot-password.ts'

const NEW_PASSWORD = ' un mot très long 🕊 '
let now: Date
let server: TestApp

beforeAll(async () => {
  server = await testApp({ now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = new Date('2026-11-20T09:00:00Z')
  server.mails.length = 0
  for (const table of ['sign_in_failure', 'reset_request', 'password_reset'] as const)
    await server.context.db.deleteFrom(table).execute()
})

const after = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000))
const post = (path: string, payload: object, more: { headers?: Record<string, string>; remoteAddress?: string } = {}) =>
  server.app.inject({ method: 'POST', url: `/api/identity/v1/user/${path}`, payload, ...more })
const forgot = (username: string, more = {}) => post('forgotPassword', { username }, more)
const reset = (token: string, password = NEW_PASSWORD) => post('reset', { token, password })
const sendMails = () => mailResets(server.context, server.app.log)
const signIn = (password: string, username = 'demo') => server.app.inject(tokenRequest({ username, password }))
const mailedToken = (): string => /\/reset#token=([\w-]+)/.exec(server.mails.at(-1)?.text ?? '')?.[1] ?? 'no mail'
const tokenFor = async (username: string) => {
  await forgot(username)
  await sendMails()
  return mailedToken()
}

describe('POST forgotPassword', () => {
  it('gives a user, their e-mail address and an unknown name the same answer, and mails only users', async () => {
    const answers = [await forgot('demo'), await forgot('DEMO@example.com'), await forgot('nobody')]
    for (const answer of answers) expect(answer.statusCode).toBe(200)
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
    expect(new Set(answers.map((answer) => Object.keys(answer.headers).join())).size).toBe(1)
    await sendMails()
    expect(server.mails.map((mail) => mail.to)).toEqual(['demo@example.com', 'demo@example.com'])
    await sendMails()
    expect(server.mails).toHaveLength(2)
  })

  it("keeps the link in place, whatever the user's name contains", async () => {
    const { db } = server.context
    await db.updateTable('app_user').set({ username: '{link}' }).where('username', '=', 'lite').execute()
    await tokenFor('{link}')
    await db.updateTable('app_user').set({ username: 'lite' }).where('username', '=', '{link}').execute()
    expect(server.mails[0]?.text).toContain('a new password for {link}.')
    expect(server.mails[0]?.text.split(mailedToken())).toHaveLength(3)
  })

  it('prefers the user of that username to users of that e-mail address', async () => {
    const { db } = server.context
    const { id: _id, ...lite } = await db
      .selectFrom('app_user')
      .selectAll()
      .where('username', '=', 'lite')
      .executeTakeFirstOrThrow()
    const others = Array.from({ length: 6 }, (_, nth) => ({ ...lite, username: `0-${nth}`, email: 'zoe@example.com' }))
    await db
      .insertInto('app_user')
      .values([...others, { ...lite, username: 'zoe@example.com', email: 'elsewhere@example.com' }])
      .execute()
    await forgot('zoe@example.com')
    await sendMails()
    expect(server.mails.map((mail) => mail.to)).toEqual(['elsewhere@example.com', ...Array(4).fill('zoe@example.com')])
  })

  it('builds the link from the configured address, whatever Host the request has', async () => {
    const evil = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
    await forgot('demo', { headers: evil })
    await sendMails()
    expect(server.mails[0]?.text).toContain('http://127.0.0.1:8080/reset#token=')
    expect(server.mails[0]?.text).not.toContain('evil')
    expect(Buffer.from(mailedToken(), 'base64url')).toHaveLength(32)
  })

  it('mails in both languages', async () => {
    await tokenFor('demo')
    expect(server.mails[0]?.subject).toBe('Postroom: Set a new password / Choisir un nouveau mot de passe')
    expect(server.mails[0]?.text).toMatch(/ten minutes[^]+dix minutes/)
  })

  it('mails one user at most three times while a link is valid, with the same answer', async () => {
    for (let time = 1; time <= 5; time++) {
      const answer = await forgot('demo', { remoteAddress: `192.0.2.${time}` })
      expect(answer.json()).toEqual({ accepted: true })
      await sendMails()
    }
    expect(server.mails).toHaveLength(3)
    after(10 * 60)
    await tokenFor('demo')
    expect(server.mails).toHaveLength(4)
  })

  it('counts no mail that failed, mails the others, and records what was asked for', async () => {
    const { id } = await server.signIn('lite')
    const sent: string[] = []
    const send = async ({ to }: { to: string }) => {
      if (to.startsWith('demo')) throw new Error('no mail today')
      sent.push(to)
    }
    for (let time = 0; time < 4; time++) await forgot('demo')
    await forgot('lite')
    const { log, lines } = aLog()
    await mailResets({ ...server.context, mailer: { send } }, log)
    const failed = ['error', { err: new Error('no mail today') }, 'could not send a reset mail']
    expect(lines).toEqual([failed, failed, failed, failed])
    const sentTo = server.context.db.selectFrom('audit_event').select('event').where('subject', '=', id)
    expect((await sentTo.orderBy('id', 'desc').execute())[0]).toEqual({ event: 'password_reset_asked' })
    expect(sent).toEqual(['lite@example.com'])
    await tokenFor('demo')
    expect(server.mails).toHaveLength(1)
  })

  it('allows one network twenty requests in a quarter of an hour, across a restart', async () => {
    for (let time = 1; time <= 20; time++) {
      const answer = await forgot(`somebody${time}`, { remoteAddress: `2001:db8:1:2::${time}` })
      expect(answer.statusCode).toBe(200)
    }
    const restarted = await testApp({ db: server.context.db, pool: server.context.pool, now: () => now })
    const refused = await restarted.app.inject({
      method: 'POST',
      url: '/api/identity/v1/user/forgotPassword',
      payload: { username: 'demo' },
      remoteAddress: '2001:db8:1:2:3::4',
    })
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('900')
    await restarted.close()
  })

  it('stores tokens only as hashes', async () => {
    const token = await tokenFor('demo')
    const rows = await server.context.db.selectFrom('password_reset').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows[0]?.token_hash.toString('base64url')).not.toBe(token)
  })
})

describe('POST reset', () => {
  it('sets the password once, signs nobody in, ends every session and mails a notice', async () => {
    const before = [await server.signIn('lite'), await server.signIn('lite')]
    const token = await tokenFor('lite')
    const done = await reset(token)
    expect(done.json()).toEqual({ reset: true })
    expect(done.cookies).toEqual([])
    for (const user of before)
      expect((await server.as(user, 'GET', '/identity/v1/user/permission')).statusCode).toBe(401)
    expect((await signIn('demo-postroom', 'lite')).statusCode).toBe(401)
    expect((await signIn(NEW_PASSWORD.trim(), 'lite')).statusCode).toBe(401)
    expect((await signIn(NEW_PASSWORD, 'lite')).statusCode).toBe(200)
    await server.sendNotices()
    expect(server.mails.at(-1)).toMatchObject({ to: 'lite@example.com' })
    expect(server.mails.at(-1)?.subject).toContain('Your password was changed')
    const audited = server.context.db.selectFrom('audit_event').select('event').where('user_id', '=', before[0]!.id)
    expect(await audited.where('event', '=', 'password_reset').execute()).toHaveLength(1)

    const again = await reset(token, 'another good phrase')
    expect(again.statusCode).toBe(422)
    expect(again.json<ErrorBody>().code).toBe('reset_token_invalid')
    expect((await signIn(NEW_PASSWORD, 'lite')).statusCode).toBe(200)
  })

  it('takes one of many simultaneous requests with the same token', async () => {
    const token = await tokenFor('demo')
    const answers = await Promise.all(Array.from({ length: 5 }, (_, index) => reset(token, `good phrase no ${index}`)))
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1)
  })

  it('refuses the older of two tokens', async () => {
    const [older, newer] = [await tokenFor('demo'), await tokenFor('demo')]
    expect((await reset(older)).json<ErrorBody>().code).toBe('reset_token_invalid')
    expect((await reset(newer)).statusCode).toBe(200)
  })

  it.each([
    [599, 200],
    [600, 422],
  ])('after %i seconds the token is answered with %i', async (seconds, status) => {
    const token = await tokenFor('demo')
    after(seconds)
    expect((await reset(token)).statusCode).toBe(status)
  })

  it('lets a locked-out user sign in again', async () => {
    const token = await tokenFor('demo')
    for (let time = 1; time <= 10; time++) await signIn('wrong')
    expect((await signIn('wrong')).statusCode).toBe(429)
    expect((await reset(token)).statusCode).toBe(200)
    expect((await signIn(NEW_PASSWORD)).statusCode).toBe(200)
  })

  test.each([
    ['seven characters', '🕊1234ab', 'password_too_short'],
    ['129 characters', 'wörd '.repeat(26).slice(0, 129), 'too_long'],
    ['a common password', 'P4ssw0rd!2026', 'password_too_common'],
    ['the organisation', 'llewellynbindery1', 'password_too_common'],
    ['their own name', 'Angharad-Kendall', 'password_too_common'],
  ])('refuses %s, and the token stays valid', async (_case, password, code) => {
    const token = await tokenFor('demo')
    const refused = await reset(token, password)
    expect(refused.json<ErrorBody>().fields).toMatchObject([{ field: 'password', code }])
    expect((await reset(token, '128 letters '.repeat(11).slice(0, 128))).statusCode).toBe(200)
  })

  it.each(['Quillfeather-1', 'harbourlantern1'])(
    'refuses %s of a user whose username or address is like it',
    async (password) => {
      const user = server.context.db.updateTable('app_user').where('username', 'in', ['dev', 'quillfeather'])
      await user.set({ username: 'quillfeather', email: 'harbourlantern@example.com' }).execute()
      const refused = await reset(await tokenFor('quillfeather'), password)
      expect(refused.json<ErrorBody>().fields).toMatchObject([{ field: 'password', code: 'password_too_common' }])
    },
  )

  it('refuses an invented token', async () => {
    expect((await reset('nonsense')).json<ErrorBody>().code).toBe('reset_token_invalid')
  })
})

it('still requires the two-factor code after a reset', async () => {
  expect((await reset(await tokenFor('lite'))).statusCode).toBe(200)
  const user = (await signIn(NEW_PASSWORD, 'lite')).json<AuthUser>()
  await server.context.db.insertInto('two_factor').values({ user_id: user.id, secret: 'ABCDEFGH' }).execute()
  expect((await reset(await tokenFor('lite'))).statusCode).toBe(200)
  expect((await signIn(NEW_PASSWORD, 'lite')).json<ErrorBody>().code).toBe('mfa_required')
})
