import type { Member } from '@postroom/contract/administration'
import type { AuthUser } from '@postroom/contract/auth'
import type { ErrorBody } from '@postroom/contract/errors'
import { permissionsOf } from '@postroom/domain/people/roles'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { mailResets } from '../auth/forgot-password.ts'
import { anOffice, USERS, type Office } from './testing/an-office.ts'

let office: Office
beforeAll(async () => {
  office = await anOffice()
  await office.invited({ username: 'taken' })
})
afterAll(() => office.server.close())

describe('an invitation', () => {
  it('reveals nothing about other organisations: their usernames can be used', async () => {
    const [ours, theirs] = [await office.invited({ username: 'stranger' }), 'stranger']
    expect(ours).toMatchObject({ username: `${theirs}@llewellyn-bindery-ltd`, status: 'invited' })
  })

  it('contains no text of the inviter except the username', async () => {
    const { username } = await office.invited({ fullname: 'Claim your prize at https://evil.example' })
    expect(office.mails.at(-1)!.text).not.toContain('evil')
    expect(office.mails.at(-1)!.text).toContain(username)
  })

  it('is a mail with a link that sets the password once; the user then has the rights of their roles', async () => {
    const body = office.invitation()
    const member = (await office.asManager('POST', USERS, body)).json<Member>()
    const username = `${body.username}@llewellyn-bindery-ltd`
    expect(member).toMatchObject({ ...body, username, status: 'invited', invitation_sent: true })
    const mail = office.mails.at(-1)!
    expect(mail).toMatchObject({ to: body.email, subject: expect.stringContaining('invitation') as string })
    expect(mail.text).toContain('http://127.0.0.1:8080/reset#token=')
    expect((await office.signIn(username)).json<ErrorBody>().code).toBe('invalid_credentials')
    expect((await office.signIn(username, 'none')).statusCode).toBe(401)

    const token = office.tokenOfLastMail()
    expect((await office.setPassword(token)).statusCode).toBeLessThan(300)
    expect((await office.setPassword(token, 'another-lantern-of-62')).json<ErrorBody>().code).toBe(
      'reset_token_invalid',
    )
    const user = (await office.signIn(username)).json<AuthUser>()
    const rights = await office.server.as(user, 'GET', '/identity/v1/user/permission')
    expect(rights.json()).toMatchObject({ roles: ['mailroom'], permissions: permissionsOf(['mailroom'], 'full') })
    expect((await office.server.as(user, 'GET', USERS)).json<ErrorBody>().code).toBe('permission_denied')
  })

  it('stays valid when somebody requests a password reset for the user', async () => {
    const { username } = await office.invited()
    const sent = office.mails.length
    const payload = { username }
    await office.server.app.inject({ method: 'POST', url: '/api/identity/v1/user/forgotPassword', payload })
    await mailResets(office.server.context, office.server.app.log)
    expect(office.mails).toHaveLength(sent)
    expect((await office.setPassword(office.tokenOfLastMail())).statusCode).toBe(200)
  })

  it('expires after three days', async () => {
    await office.asManager('POST', USERS, office.invitation())
    const before = office.now
    office.now = new Date(before.getTime() + 3 * 24 * 3_600_000 + 1000)
    const late = await office.setPassword(office.tokenOfLastMail())
    office.now = before
    expect(late.json<ErrorBody>().code).toBe('reset_token_invalid')
  })

  test.each([
    ["a colleague's username", { username: 'taken' }, 409, 'username_taken'],
    ["a colleague's username in other letters", { username: ' Taken' }, 409, 'username_taken'],
    ['a web address as username', { username: 'win.example/now' }, 400, 'invalid_request'],
    [
      'a username with a dot, which mail programs turn into a link',
      { username: 'win.example' },
      400,
      'invalid_request',
    ],
    ['letters of another script', { username: 'dеmo' }, 400, 'invalid_request'],
    ['no role', { roles: [] }, 400, 'invalid_request'],
    ['an unknown role', { roles: ['owner'] }, 400, 'invalid_request'],
    ['a malformed e-mail address', { email: 'here' }, 400, 'invalid_request'],
    ['permissions in place of roles', { permissions: ['administration'] }, 400, 'invalid_request'],
    ['another organisation', { organisation_id: '3f1c3c3e-5d0b-4a4e-9a7e-111111111111' }, 400, 'invalid_request'],
  ])('with %s is refused and mails nobody', async (_what, change, status, code) => {
    const sent = office.mails.length
    const refused = await office.asManager('POST', USERS, office.invitation(change))
    expect({ status: refused.statusCode, code: refused.json<ErrorBody>().code }).toEqual({ status, code })
    expect(office.mails).toHaveLength(sent)
  })
})

it('limits invitations to five per address in a quarter of an hour, also for different people, and to a hundred per organisation', async () => {
  const other = await anOffice()
  const invite = async (change = {}) => (await other.asManager('POST', USERS, other.invitation(change))).statusCode
  const statuses: number[] = []
  for (const email of ['a@example.com', 'A@example.com', 'a@EXAMPLE.com', 'a@example.com', 'a@example.com'])
    statuses.push(await invite({ email }))
  expect(statuses).toEqual([200, 200, 200, 200, 200])
  const sent = other.mails.length
  expect(await invite({ email: 'a@example.com', username: 'one-too-many' })).toBe(429)
  expect(other.mails).toHaveLength(sent)
  expect(await invite({ username: 'one-too-many' })).toBe(200) // the user was not created

  const { db } = other.server.context
  const { counter } = await db
    .selectFrom('sign_in_failure')
    .select('counter')
    .where('counter', 'like', 'invitation from%')
    .executeTakeFirstOrThrow()
  const invited = Array.from({ length: 93 }, () => ({ counter, failed_at: other.now }))
  await db.insertInto('sign_in_failure').values(invited).execute()
  expect([await invite(), await invite()]).toEqual([200, 429])
  await other.server.close()
})

describe('another invitation', () => {
  it('goes to a user whose mail could not be sent: the user exists, and the first link is revoked', async () => {
    office.isMailDown = true
    const body = office.invitation()
    const made = await office.asManager('POST', USERS, body)
    office.isMailDown = false
    expect([made.statusCode, made.json()]).toMatchObject([200, { email: body.email, invitation_sent: false }])
    expect(office.logged.at(-1)).toMatchObject({
      user: made.json<Member>().id,
      err: { message: 'no mail today' },
      msg: 'could not send an invitation',
    })

    const { id, username } = made.json<Member>()
    expect((await office.again(id)).json()).toMatchObject({ id, status: 'invited', invitation_sent: true })
    const first = office.tokenOfLastMail()
    await office.again(id)
    expect((await office.setPassword(first)).json<ErrorBody>().code).toBe('reset_token_invalid')
    expect((await office.setPassword(office.tokenOfLastMail())).statusCode).toBe(200)
    expect((await office.signIn(username)).statusCode).toBe(200)
    expect((await office.again(id)).json<ErrorBody>().code).toBe('not_invited')
  })

  it('works when the first has expired', async () => {
    const { id } = await office.invited()
    const before = office.now
    office.now = new Date(before.getTime() + 4 * 24 * 3_600_000)
    office.manager = await office.server.signIn()
    await office.again(id)
    const set = await office.setPassword(office.tokenOfLastMail())
    office.now = before
    office.manager = await office.server.signIn()
    expect(set.statusCode).toBe(200)
  })

  it('is refused for disabled users and other organisations, and limited in number', async () => {
    const { id } = await office.invited()
    const statuses: number[] = []
    for (let round = 0; round < 5; round++) statuses.push((await office.again(id)).statusCode)
    expect(statuses).toEqual([200, 200, 200, 200, 429])
    const left = await office.invited()
    await office.asManager('PUT', `${USERS}/${left.id}`, { is_disabled: true })
    expect((await office.again(left.id)).json<ErrorBody>().code).toBe('not_invited')
    expect((await office.again(office.stranger)).statusCode).toBe(404)
  })
})
