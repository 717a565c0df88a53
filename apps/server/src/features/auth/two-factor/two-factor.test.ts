import type { AuthUser } from '@postroom/contract/auth'
import type { ErrorBody } from '@postroom/contract/errors'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '../../../demo/seed-organisation.ts'
import { fileOf } from '../../../operation/backup-manifest.ts'
import { inFolder } from '../../../operation/backup-place.ts'
import { takeBackup } from '../../../operation/backup.store.ts'
import { sealUnder } from '../../../sealed-text.ts'
import { testApp, tokenRequest, type TestApp } from '../../../testing/test-app.ts'
import { asOwner, untilWaiting } from '../../../testing/test-database.ts'
import { getUser } from '../../identity/user.store.ts'
import { mailResets } from '../forgot-password.ts'
import { canReadTwoFactor, confirmTwoFactor } from './two-factor.ts'

const PATH = '/identity/v1/user/twoFactor'
const WITH_PASSWORD = { current_password: DEMO_PASSWORD }
let now: Date
let server: TestApp
let user: AuthUser

beforeEach(async () => {
  await server?.close()
  now = new Date('2026-11-20T09:00:00Z')
  server = await testApp({ now: () => now })
  user = await server.signIn()
})
afterAll(() => server.close())

const after = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000))
const codeOf = (secret: string, offsetS = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() + offsetS * 1000 })
const prepare = async (otp?: string) =>
  (await server.as(user, 'POST', PATH, { ...WITH_PASSWORD, otp })).json<{ secret: string; url: string }>()
const confirm = (otp: string) => server.as(user, 'POST', `${PATH}/confirm`, { otp })
const signIn = async (otp?: string, password = DEMO_PASSWORD) => {
  const answer = await server.app.inject(tokenRequest({ otp, password }))
  return answer.statusCode === 200 ? 'signed in' : answer.json<ErrorBody>().code
}
const state = async () => (await server.as(user, 'GET', PATH)).json<object>()

/** Turned on half a minute ago. */
async function turnOn() {
  const { secret } = await prepare()
  const { recovery_codes } = (await confirm(codeOf(secret))).json<{ recovery_codes: string[] }>()
  after(30)
  return { secret, codes: recovery_codes }
}

describe('setting up', () => {
  it('fails a sign-in with the password alone that is in progress when two-factor is turned on', async () => {
    const { secret } = await prepare()
    const owner = await getUser(server.context.db, user.id)
    const changing = await server.context.db.startTransaction().execute()
    await confirmTwoFactor({ ...server.context, db: changing }, owner, codeOf(secret))
    const answer = signIn()
    await untilWaiting(server.database.url, 1)
    await changing.commit().execute()
    expect(await answer).toBe('invalid_credentials')
  })

  it('changes nothing until a code is confirmed, then answers with ten recovery codes and sends a mail', async () => {
    const { secret, url } = await prepare()
    expect(url).toBe(`otpauth://totp/Postroom:demo?issuer=Postroom&secret=${secret}&algorithm=SHA1&digits=6&period=30`)
    expect(Secret.fromBase32(secret).bytes).toHaveLength(20)
    expect(await state()).toEqual({ active: false, recovery_codes_left: 0 })
    expect(await signIn()).toBe('signed in')

    const wrong = await confirm(codeOf(secret, 300))
    expect(wrong.json<ErrorBody>().fields).toMatchObject([{ field: 'otp', code: 'invalid' }])
    expect(await state()).toEqual({ active: false, recovery_codes_left: 0 })

    const { recovery_codes } = (await confirm(codeOf(secret))).json<{ recovery_codes: string[] }>()
    expect(new Set(recovery_codes).size).toBe(10)
    for (const code of recovery_codes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    expect(await state()).toEqual({ active: true, recovery_codes_left: 10 })
    await server.sendNotices()
    expect(server.mails.at(-1)?.subject).toContain('Two-factor sign-in is on')
  })

  it('requires the password', async () => {
    const answer = await server.as(user, 'POST', PATH, { current_password: 'wrong' })
    expect(answer.json<ErrorBody>().fields).toMatchObject([{ field: 'current_password', code: 'password_wrong' }])
    expect((await confirm('123456')).statusCode).toBe(400)
  })

  it('keeps the current app valid until another one is confirmed', async () => {
    const { secret, codes } = await turnOn()
    const next = await prepare(codes[9])
    expect(await signIn(codeOf(next.secret))).toBe('otp_invalid')
    expect(await signIn(codeOf(secret))).toBe('signed in')
    expect((await confirm(codeOf(next.secret))).statusCode).toBe(200)
    after(30)
    expect(await signIn(codeOf(secret))).toBe('otp_invalid')
    expect(await signIn(codes[0])).toBe('otp_invalid')
    expect(await signIn(codeOf(next.secret))).toBe('signed in')
  })

  it('stores recovery codes only as hashes', async () => {
    const { codes } = await turnOn()
    const rows = await server.context.db.selectFrom('recovery_code').selectAll().execute()
    expect(rows).toHaveLength(10)
    const stored = JSON.stringify(rows.map((row) => [row, row.code_hash.toString('latin1')]))
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''))
  })
})

describe('signing in', () => {
  it('asks for the code only after the right password', async () => {
    const { secret } = await turnOn()
    expect(await signIn()).toBe('mfa_required')
    expect(await signIn(undefined, 'wrong')).toBe('invalid_credentials')
    expect(await signIn(codeOf(secret), 'wrong')).toBe('invalid_credentials')
    expect(await signIn(codeOf(secret))).toBe('signed in')
  })

  it('takes a code once, also when two sign in at once', async () => {
    const { secret } = await turnOn()
    const code = codeOf(secret)
    const answers = await Promise.all([signIn(code), signIn(code)])
    expect(answers.toSorted()).toEqual(['otp_invalid', 'signed in'])
    after(5)
    expect(await signIn(code)).toBe('otp_invalid')
  })

  it.each([
    [-60, 'otp_invalid'],
    [-30, 'otp_invalid'], // the code used to confirm
    [0, 'signed in'],
    [30, 'signed in'],
    [60, 'otp_invalid'],
  ])('with a code of %i seconds away: %s', async (offset, outcome) => {
    const { secret } = await turnOn()
    expect(await signIn(codeOf(secret, offset))).toBe(outcome)
  })

  it('refuses a code with multi-byte letters like any wrong code', async () => {
    await turnOn()
    expect(await signIn('Ørsted')).toBe('otp_invalid')
  })

  it('takes each recovery code once, however it is written', async () => {
    const { codes } = await turnOn()
    expect(await signIn(codes[3]!.toLowerCase().replaceAll('-', ' '))).toBe('signed in')
    expect(await signIn(codes[3])).toBe('otp_invalid')
    expect(await signIn(codes[4])).toBe('signed in')
    expect(await state()).toEqual({ active: true, recovery_codes_left: 8 })
  })

  it('counts wrong codes like wrong passwords; a request for the code neither counts nor clears the count', async () => {
    await turnOn()
    const outcomes: string[] = []
    for (let time = 1; time <= 11; time++) outcomes.push(await signIn(), await signIn('000000'))
    expect(outcomes.slice(0, 20)).toEqual(Array.from({ length: 10 }, () => ['mfa_required', 'otp_invalid']).flat())
    expect(outcomes.slice(20)).toEqual(['too_many_requests', 'too_many_requests'])
  })
})

const guess = async (last: number, otp = '000000') => {
  const answer = await server.app.inject({ ...tokenRequest({ otp }), remoteAddress: `192.0.2.${last}` })
  return answer.statusCode === 200 ? 'signed in' : answer.json<ErrorBody>().code
}

describe('guessing codes', () => {
  it('is stopped after twenty in all, from any address and at any pace; the owner is warned twice and gets in with a recovery code', async () => {
    const { secret, codes } = await turnOn()
    await server.sendNotices()
    const sent = server.mails.length
    const guesses: string[] = []
    for (let last = 1; last <= 20; last++) {
      guesses.push(await guess(last))
      after(3600)
    }
    expect(new Set(guesses)).toEqual(new Set(['otp_invalid']))
    expect(await guess(21)).toBe('otp_locked')
    expect(await guess(22, codeOf(secret))).toBe('otp_locked')
    await server.sendNotices()
    expect(server.mails.slice(sent).map(({ subject }) => subject)).toEqual(
      [1, 2].map(() => expect.stringContaining('Wrong sign-in codes') as string),
    )
    expect(await guess(23, codes[0])).toBe('signed in')
    expect(await guess(24, codeOf(secret))).toBe('signed in')
  })

  it('counts simultaneous guesses', async () => {
    await turnOn()
    const answers = await Promise.all(Array.from({ length: 30 }, (_, last) => guess(last + 1)))
    expect(answers.filter((code) => code === 'otp_invalid')).toHaveLength(20)
    expect(answers.filter((code) => code === 'otp_locked')).toHaveLength(10)
  })

  it('is counted from zero after a right code', async () => {
    const { secret } = await turnOn()
    for (let last = 1; last <= 19; last++) await guess(last)
    expect(await guess(20, codeOf(secret))).toBe('signed in')
    expect(await guess(21)).toBe('otp_invalid')
  })

  it('is counted from zero after a password reset', async () => {
    const { secret } = await turnOn()
    for (let last = 1; last <= 20; last++) await guess(last)
    expect(await guess(21, codeOf(secret))).toBe('otp_locked')
    const post = (call: string, payload: object) =>
      server.app.inject({ method: 'POST', url: `/api/identity/v1/user/${call}`, payload })
    await post('forgotPassword', { username: user.username })
    await mailResets(server.context, server.app.log)
    const [, token] = /\/reset#token=([\w-]+)/.exec(server.mails.at(-1)!.text)!
    expect((await post('reset', { token, password: 'a good new phrase' })).statusCode).toBe(200)
    expect(await signIn(codeOf(secret), 'a good new phrase')).toBe('signed in')
  })
})

it('requires a code of the current app before another app is set up', async () => {
  const { codes } = await turnOn()
  const without = await server.as(user, 'POST', PATH, WITH_PASSWORD)
  expect(without.json<ErrorBody>().fields).toMatchObject([{ field: 'otp', code: 'required' }])
  expect(await prepare(codes[0])).toMatchObject({ secret: expect.any(String) as string })
})

const stored = async () =>
  (await asOwner(server.database.url, 'select secret, pending_secret from two_factor')).rows[0] as object
/** As an earlier version stored it. */
const store = (column: string, text: string) =>
  asOwner(server.database.url, `update two_factor set ${column} = '${text}'`)
const SEALED = expect.stringMatching(/^v1\.[\w-]{60,}$/) as string

describe('at rest', () => {
  it('a backup holds no usable two-factor secret', async () => {
    const { secret, codes } = await turnOn()
    const next = await prepare(codes[9])
    const folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-seal-')), 'copy')
    const { tables } = await takeBackup(server.database.url, inFolder(folder))
    const copied = tables.map(({ name }) =>
      gunzipSync(fs.readFileSync(path.join(folder, fileOf(name)))).toString('latin1'),
    )
    fs.rmSync(path.dirname(folder), { recursive: true })
    for (const { base32, hex, latin1 } of [secret, next.secret].map((text) => Secret.fromBase32(text)))
      for (const written of [
        base32,
        hex.toLowerCase(),
        Buffer.from(hex, 'hex').toString('base64').slice(0, 26),
        latin1,
      ])
        expect(copied.join('')).not.toContain(written)
    expect(await stored()).toEqual({ secret: SEALED, pending_secret: SEALED })
  })

  it('a plain-text secret of an earlier version works, and is then encrypted', async () => {
    const { secret, codes } = await turnOn()
    await store('secret', secret)
    expect(await signIn('000000')).toBe('otp_invalid')
    expect(await stored()).toEqual({ secret, pending_secret: null })
    expect(await signIn(codeOf(secret))).toBe('signed in')
    expect(await stored()).toEqual({ secret: SEALED, pending_secret: null })
    after(30)
    expect(await signIn(codeOf(secret))).toBe('signed in')

    const next = await prepare(codes[0])
    await store('pending_secret', next.secret)
    expect((await confirm(codeOf(next.secret))).statusCode).toBe(200)
    expect(await stored()).toEqual({ secret: SEALED, pending_secret: null })
  })

  it('under another key, app codes are refused, recovery codes work, and two-factor can be set up again', async () => {
    const { secret, codes } = await turnOn()
    expect(await canReadTwoFactor(server.context)).toBe(true)
    server.context.seal = sealUnder('the key of another server')
    expect(await canReadTwoFactor(server.context)).toBe(false)
    expect(await signIn()).toBe('mfa_required')
    expect(await signIn(codeOf(secret))).toBe('two_factor_unreadable')
    expect(await signIn('000000')).toBe('two_factor_unreadable')
    expect(await signIn(codes[0])).toBe('signed in')
    const next = await prepare(codes[1])
    expect((await confirm(codeOf(next.secret))).statusCode).toBe(200)
    after(30)
    expect(await signIn(codeOf(next.secret))).toBe('signed in')
  })

  it('a pending secret of another key cannot be confirmed', async () => {
    const { secret } = await prepare()
    server.context.seal = sealUnder('the key of another server')
    expect((await confirm(codeOf(secret))).json<ErrorBody>().fields).toMatchObject([{ field: 'otp', code: 'invalid' }])
  })

  it("a secret copied into another user's row is refused", async () => {
    const { secret } = await turnOn()
    await asOwner(
      server.database.url,
      `insert into two_factor (user_id, secret)
         select (select id from app_user where username = 'lite'), secret from two_factor`,
    )
    const answer = await server.app.inject(tokenRequest({ username: 'lite', otp: codeOf(secret) }))
    expect(answer.json<ErrorBody>().code).toBe('two_factor_unreadable')
  })
})

it('lets a whole office sign in from one address', async () => {
  const { secret } = await turnOn()
  for (let time = 1; time <= 3; time++) {
    expect([await signIn(), await signIn(codeOf(secret))]).toEqual(['mfa_required', 'signed in'])
    after(30)
  }
  expect(await server.context.db.selectFrom('sign_in_failure').select('counter').execute()).toEqual([])
})

it('deletes secret and recovery codes after the password is confirmed, and sends a mail', async () => {
  const { codes } = await turnOn()
  expect((await server.as(user, 'POST', `${PATH}/remove`, { current_password: 'wrong' })).statusCode).toBe(400)
  expect(await signIn()).toBe('mfa_required')
  const without = await server.as(user, 'POST', `${PATH}/remove`, WITH_PASSWORD)
  expect(without.json<ErrorBody>().fields).toMatchObject([{ field: 'otp', code: 'required' }])
  const wrong = await server.as(user, 'POST', `${PATH}/remove`, { ...WITH_PASSWORD, otp: '000000' })
  expect(wrong.json<ErrorBody>().fields).toMatchObject([{ field: 'otp', code: 'invalid' }])
  expect(await state()).toMatchObject({ active: true })
  const removed = await server.as(user, 'POST', `${PATH}/remove`, { ...WITH_PASSWORD, otp: codes[0] })
  expect(removed.json()).toEqual({ active: false })
  expect(await signIn()).toBe('signed in')
  await server.sendNotices()
  expect(server.mails.at(-1)?.subject).toContain('Two-factor sign-in is off')
  expect(await server.context.db.selectFrom('recovery_code').selectAll().execute()).toEqual([])
  expect(codes).toHaveLength(10)
})
