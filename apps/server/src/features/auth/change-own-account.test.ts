import type { AuthUser } from '@postroom/contract/auth'
import type { ErrorBody } from '@postroom/contract/errors'
import { afterAll, beforeEach, describe, expect, it, test } from 'vitest'
import type { Tx } from '../../db/in-transaction.ts'
import { DEMO_PASSWORD } from '../../demo/seed-organisation.ts'
import { testApp, tokenRequest, type TestApp } from '../../testing/test-app.ts'
import { untilWaiting } from '../../testing/test-database.ts'
import { changeAuthentication } from '../identity/user.store.ts'
import { mailResets } from './forgot-password.ts'

const WRONG_GUESS = { email: 'a@example.org', current_password: 'wrong' }
const NEW_PASSWORD = 'tin bath on Tuesdays'
let server: TestApp
let user: AuthUser

beforeEach(async () => {
  await server?.close()
  server = await testApp()
  user = await server.signIn()
})
afterAll(() => server.close())

const change = (body: object) => server.as(user, 'PUT', '/identity/v1/user/self', body)
const isSignedIn = async (who: { token: string }) =>
  (await server.as(who, 'GET', '/identity/v1/user/permission')).statusCode === 200
const signInStatus = async (password: string) => (await server.app.inject(tokenRequest({ password }))).statusCode

describe('PUT user/self', () => {
  it('changes the name without a password', async () => {
    const answer = await change({ fullname: '  Angharad Kendall-Wynne ' })
    expect(answer.statusCode).toBe(200)
    const expected = {
      id: user.id,
      username: 'demo',
      fullname: 'Angharad Kendall-Wynne',
      email: user.email,
      plan: 'full',
    }
    expect(answer.json()).toEqual(expected)
    await server.sendNotices()
    expect(server.mails).toEqual([])
  })

  it('changes the password: this session stays, the others end, and the user is notified', async () => {
    const elsewhere = await server.signIn()
    expect((await change({ password: NEW_PASSWORD, current_password: DEMO_PASSWORD })).statusCode).toBe(200)
    expect(await isSignedIn(user)).toBe(true)
    expect(await isSignedIn(elsewhere)).toBe(false)
    expect(await signInStatus(DEMO_PASSWORD)).toBe(401)
    expect(await signInStatus(NEW_PASSWORD)).toBe(200)
    await server.sendNotices()
    expect(server.mails.map(({ to, subject }) => [to, subject.split(' / ')[0]])).toEqual([
      ['demo@example.com', 'Postroom: Your password was changed'],
    ])
  })

  it('changes the e-mail address: both addresses are notified, and a reset link is revoked', async () => {
    const payload = { username: 'demo' }
    await server.app.inject({ method: 'POST', url: '/api/identity/v1/user/forgotPassword', payload })
    await mailResets(server.context, server.app.log)
    const token = /#token=([\w-]+)/.exec(server.mails[0]?.text ?? '')?.[1]
    const answer = await change({ email: 'angharad@example.org', current_password: DEMO_PASSWORD })
    expect(answer.json()).toMatchObject({ email: 'angharad@example.org' })
    await server.sendNotices()
    expect(server.mails.slice(1).map((mail) => mail.to)).toEqual(['demo@example.com', 'angharad@example.org'])
    const late = { token, password: NEW_PASSWORD }
    const reset = await server.app.inject({ method: 'POST', url: '/api/identity/v1/user/reset', payload: late })
    expect(reset.json<ErrorBody>().code).toBe('reset_token_invalid')
  })

  it('changes nothing where the address is the present one', async () => {
    expect((await change({ email: user.email, current_password: DEMO_PASSWORD })).statusCode).toBe(200)
    await server.sendNotices()
    expect(server.mails).toEqual([])
    const events = await server.context.db.selectFrom('audit_event').select('event').execute()
    expect(events).toEqual([{ event: 'signed_in' }])
  })

  test.each([
    ['a new password without the current one', { password: NEW_PASSWORD }, 'current_password', 'required'],
    ['a new address without the password', { email: 'a@example.org' }, 'current_password', 'required'],
    [
      'a wrong current password',
      { email: 'a@example.org', fullname: 'X', current_password: 'wrong' },
      'current_password',
      'password_wrong',
    ],
    [
      'a common new password',
      { password: 'demo-postroom', fullname: 'X', current_password: DEMO_PASSWORD },
      'password',
      'password_too_common',
    ],
    ['no address', { email: 'nowhere', current_password: DEMO_PASSWORD }, 'email', 'invalid_email'],
    [
      'an address with a line break',
      { email: 'a@example.org\nBcc: b@example.org', current_password: DEMO_PASSWORD },
      'email',
      'invalid_email',
    ],
    ['another plan', { plan: 'full' }, 'plan', 'unknown_field'],
    ['more rights', { permissions: ['administration'] }, 'permissions', 'unknown_field'],
    ['another organisation', { organisation_id: 'x' }, 'organisation_id', 'unknown_field'],
    ['a constructor', { constructor: { name: 'x' } }, 'constructor', 'unknown_field'],
  ])('refuses %s and changes nothing', async (_case, body, field, code) => {
    const answer = await change(body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json<ErrorBody>().fields).toMatchObject([{ field, code }])
    const stored = await server.as(user, 'GET', `/identity/v1/user/${user.id}`)
    expect(stored.json()).toMatchObject({ fullname: user.fullname, email: user.email, plan: user.plan })
    expect(await signInStatus(DEMO_PASSWORD)).toBe(200)
    await server.sendNotices()
    expect(server.mails).toEqual([])
  })

  it('allows ten guesses at the current password, like at the sign-in', async () => {
    for (let time = 1; time <= 10; time++) expect((await change(WRONG_GUESS)).statusCode).toBe(400)
    expect((await change(WRONG_GUESS)).json<ErrorBody>().code).toBe('too_many_requests')
  })

  it('records changes of password and address in the audit log, without secrets', async () => {
    await change({ fullname: 'X' })
    await change({ password: NEW_PASSWORD, email: 'a@example.org', current_password: DEMO_PASSWORD })
    const rows = await server.context.db.selectFrom('audit_event').selectAll().orderBy('id').execute()
    expect(rows.map((row) => row.event)).toEqual(['signed_in', 'email_changed', 'password_changed'])
    expect(rows.every((row) => row.user_id === user.id)).toBe(true)
    expect(JSON.stringify(rows)).not.toMatch(/tin bath|example/)
  })
})

const setAnother = (tx: Tx) => changeAuthentication(tx, user.id, { password_hash: 'of another password' })
/** As for a user of an external provider, who has no password to compare. */
const changeProvider = (tx: Tx) => changeAuthentication(tx, user.id)
const disable = (tx: Tx) =>
  tx.updateTable('app_user').set({ disabled_at: new Date() }).where('id', '=', user.id).execute()
const signInAgain = () => server.app.inject(tokenRequest())

describe('a confirmed password is void if, before the call takes effect,', () => {
  const prove = { current_password: DEMO_PASSWORD }
  const remove = () => server.as(user, 'POST', '/identity/v1/user/twoFactor/remove', prove)

  it.each([
    ['the password is changed: a sign-in', setAnother, signInAgain, 401],
    ['the way to sign in changes without a password: a sign-in', changeProvider, signInAgain, 401],
    ['the user is disabled: a sign-in', disable, signInAgain, 401],
    ['the password is changed: another change', setAnother, () => change({ email: 'a@example.org', ...prove }), 400],
    ['the password is changed: turning two-factor off', setAnother, remove, 400],
  ])('%s', async (_case, meanwhile, call, status) => {
    const changing = await server.context.db.startTransaction().execute()
    await meanwhile(changing)
    const answer = call()
    await untilWaiting(server.database.url, 1)
    await changing.commit().execute()
    expect((await answer).statusCode).toBe(status)
  })
})
