import type { Member } from '@postroom/contract/administration'
import type { AuthUser } from '@postroom/contract/auth'
import type { ErrorBody } from '@postroom/contract/errors'
import { permissionsOf } from '@postroom/domain/roles'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { testApp, tokenRequest, type TestApp } from '../../testing/test-app.ts'
import { insertOrganisation, insertUser } from '../identity/user.store.ts'
import { listManagers } from './member.store.ts'

const USERS = '/identity/v1/organisation/user'
const AUDIT = '/identity/v1/organisation/audit'
const PASSWORD = 'quiet-harbour-lantern-62'

let server: TestApp
let manager: AuthUser
let stranger: string
let now = new Date()
beforeAll(async () => {
  server = await testApp({ now: () => now })
  manager = await server.signIn()
  stranger = await aStranger()
})
afterAll(() => server.close())

/** A user of another organisation. @returns his id */
async function aStranger(): Promise<string> {
  const { db } = server.context
  const { id: organisation_id } = await insertOrganisation(db, 'Another Ltd')
  const person = { email: 'stranger@example.com', fullname: 'A Stranger', password_hash: null, plan: 'full' } as const
  return (await insertUser(db, { ...person, organisation_id, username: 'stranger', permissions: [], roles: [] })).id
}

let count = 0
const invitation = (change: object = {}) => ({
  username: `member-${++count}`,
  email: `member-${count}@example.com`,
  fullname: 'Mair Prosser',
  plan: 'full',
  roles: ['mailroom'],
  ...change,
})
const signIn = (username: string, password = PASSWORD) => server.app.inject(tokenRequest({ username, password }))
const setPassword = (token: string, password = PASSWORD) =>
  server.app.inject({ method: 'POST', url: '/api/identity/v1/user/reset', payload: { token, password } })

/** Somebody who was invited and has set his password. */
async function aMember(change: object = {}): Promise<Member> {
  const member = (await server.as(manager, 'POST', USERS, invitation(change))).json<Member>()
  expect((await setPassword(tokenOfLastMail())).statusCode).toBeLessThan(300)
  return member
}
const tokenOfLastMail = () => /#token=([\w-]+)/.exec(server.mails.at(-1)?.text ?? '')?.[1] ?? ''

describe('an invitation', () => {
  it('is a mail with a link that sets the password once; then its owner may do what his roles say', async () => {
    const body = invitation()
    const member = (await server.as(manager, 'POST', USERS, body)).json<Member>()
    expect(member).toMatchObject({ ...body, status: 'invited' })
    const mail = server.mails.at(-1)!
    expect(mail).toMatchObject({ to: body.email, subject: expect.stringContaining('invitation') as string })
    expect(mail.text).toContain('http://127.0.0.1:8080/reset#token=')
    expect((await signIn(body.username)).json<ErrorBody>().code).toBe('invalid_credentials')
    expect((await signIn(body.username, 'none')).statusCode).toBe(401)

    const token = tokenOfLastMail()
    expect((await setPassword(token)).statusCode).toBeLessThan(300)
    expect((await setPassword(token, 'another-lantern-of-62')).json<ErrorBody>().code).toBe('reset_token_invalid')
    const user = (await signIn(body.username)).json<AuthUser>()
    const rights = await server.as(user, 'GET', '/identity/v1/user/permission')
    expect(rights.json()).toMatchObject({ roles: ['mailroom'], permissions: permissionsOf(['mailroom'], 'full') })
    expect((await server.as(user, 'GET', USERS)).json<ErrorBody>().code).toBe('permission_denied')
  })

  it('runs out after three days', async () => {
    await server.as(manager, 'POST', USERS, invitation())
    const before = now
    now = new Date(before.getTime() + 3 * 24 * 3_600_000 + 1000)
    const late = await setPassword(tokenOfLastMail())
    now = before
    expect(late.json<ErrorBody>().code).toBe('reset_token_invalid')
  })

  test.each([
    ['a username that is taken, in any organisation', { username: 'stranger' }, 409, 'username_taken'],
    ['no role', { roles: [] }, 400, 'invalid_request'],
    ['a role that is none', { roles: ['owner'] }, 400, 'invalid_request'],
    ['no e-mail address', { email: 'here' }, 400, 'invalid_request'],
    ['rights of its own making', { permissions: ['administration'] }, 400, 'invalid_request'],
    ['another organisation', { organisation_id: '3f1c3c3e-5d0b-4a4e-9a7e-111111111111' }, 400, 'invalid_request'],
  ])('with %s is refused and mails nobody', async (_what, change, status, code) => {
    const mails = server.mails.length
    const refused = await server.as(manager, 'POST', USERS, invitation(change))
    expect({ status: refused.statusCode, code: refused.json<ErrorBody>().code }).toEqual({ status, code })
    expect(server.mails).toHaveLength(mails)
  })
})

describe('a user', () => {
  it('who is disabled is out at once, cannot come back by any door, and can be let in again', async () => {
    const member = await aMember()
    const session = (await signIn(member.username)).json<AuthUser>()
    await server.as(manager, 'POST', USERS, invitation()) // some other mail
    const disabled = await server.as(manager, 'PUT', `${USERS}/${member.id}`, { is_disabled: true })
    expect(disabled.json()).toMatchObject({ status: 'disabled', roles: ['mailroom'] })

    expect((await server.as(session, 'GET', '/identity/v1/user/permission')).statusCode).toBe(401)
    const renewal = {
      grant_type: 'token',
      refresh_token: session.refresh_token,
      username: undefined,
      password: undefined,
    }
    expect((await server.app.inject(tokenRequest(renewal, '/auth/v1/refresh'))).statusCode).toBe(401)
    expect((await signIn(member.username)).json<ErrorBody>().code).toBe('invalid_credentials')

    await server.as(manager, 'PUT', `${USERS}/${member.id}`, { is_disabled: false })
    expect((await signIn(member.username)).statusCode).toBe(200)
  })

  it('who was invited and then disabled cannot use the invitation', async () => {
    const member = (await server.as(manager, 'POST', USERS, invitation())).json<Member>()
    await server.as(manager, 'PUT', `${USERS}/${member.id}`, { is_disabled: true })
    expect((await setPassword(tokenOfLastMail())).json<ErrorBody>().code).toBe('reset_token_invalid')
  })

  it('has the new rights and plan from the next call on', async () => {
    const member = await aMember()
    const session = (await signIn(member.username)).json<AuthUser>()
    expect((await server.as(session, 'GET', USERS)).statusCode).toBe(403)
    await server.as(manager, 'PUT', `${USERS}/${member.id}`, { roles: ['sender', 'manager'], plan: 'lite' })
    const seen = (await server.as(session, 'GET', `${USERS}?orderBy=created_at&orderAsc=false`)).json<{
      data: Member[]
    }>()
    expect(seen.data[0]).toMatchObject({ id: member.id, roles: ['sender', 'manager'], plan: 'lite', status: 'active' })
  })

  test.each([[{ is_disabled: true }], [{ roles: ['sender'] }]])(
    'cannot take his own rights away: %j',
    async (change) => {
      const refused = await server.as(manager, 'PUT', `${USERS}/${manager.id}`, change)
      expect(refused.json<ErrorBody>().code).toBe('own_rights')
      expect((await server.as(manager, 'PUT', `${USERS}/${manager.id}`, { roles: ['manager'] })).statusCode).toBe(200)
    },
  )

  it('of another organisation is not there', async () => {
    const answer = await server.as(manager, 'PUT', `${USERS}/${stranger}`, { is_disabled: true })
    expect(answer.statusCode).toBe(404)
    const { data } = (await server.as(manager, 'GET', `${USERS}?length=100`)).json<{ data: Member[] }>()
    expect(data.map(({ username }) => username)).not.toContain('stranger')
  })
})

it('alerts go to managers who are still there', async () => {
  const leaves = await aMember({ roles: ['manager'] })
  const { organisation_id } = await server.context.db
    .selectFrom('app_user')
    .select('organisation_id')
    .where('id', '=', manager.id)
    .executeTakeFirstOrThrow()
  const addresses = async () => (await listManagers(server.context.db, organisation_id)).map(({ email }) => email)
  expect(await addresses()).toContain(leaves.email)
  await server.as(manager, 'PUT', `${USERS}/${leaves.id}`, { is_disabled: true })
  expect(await addresses()).not.toContain(leaves.email)
})

it('the audit log tells who did what, newest first, by event, person and day, without secrets or addresses', async () => {
  const member = (await server.as(manager, 'POST', USERS, invitation())).json<Member>()
  const { data } = (await server.as(manager, 'GET', AUDIT)).json<{
    data: { event: string; number: number; hash: string }[]
  }>()
  expect(data[0]).toMatchObject({
    event: 'user_invited',
    user_id: manager.id,
    subject: member.id,
    details: { plan: 'full', roles: 'mailroom' },
    hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  })
  expect(data.slice(0, 3).map(({ number }) => data[0]!.number - number)).toEqual([0, 1, 2])
  expect(JSON.stringify(data)).not.toContain('@')

  const total = async (query: string) =>
    (await server.as(manager, 'GET', `${AUDIT}?${query}`)).json<{ total: number }>().total
  expect(await total('event=user_changed')).toBeGreaterThan(0)
  expect(await total('event=user_changed')).toBeLessThan(await total(''))
  expect(await total(`user_id=${member.id}`)).toBe(0)
  expect(await total('dateTo=2026-01-01')).toBe(0)
  expect(await total('dateFrom=2026-01-01')).toBe(await total(''))
})
