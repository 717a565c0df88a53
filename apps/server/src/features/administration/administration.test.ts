import type { Member } from '@postroom/contract/administration'
import type { AuthUser } from '@postroom/contract/auth'
import type { ErrorBody } from '@postroom/contract/errors'
import type { Shipment } from '@postroom/contract/shipment'
import { ukDateOf } from '@postroom/domain/calendar'
import { permissionsOf } from '@postroom/domain/roles'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { Mail } from '../../mail/mailer.ts'
import { aShipmentDraft } from '../../testing/purchase-scene.ts'
import { testApp, tokenRequest, type TestApp } from '../../testing/test-app.ts'
import { asOwner } from '../../testing/test-database.ts'
import { verifyChains } from '../audit/verify-chains.store.ts'
import { brokenInvariants } from '../ledger/invariants.store.ts'
import { insertOrganisation, insertUser } from '../identity/user.store.ts'
import { listManagers } from './member.store.ts'

const USERS = '/identity/v1/organisation/user'
const AUDIT = '/identity/v1/organisation/audit'
const PASSWORD = 'quiet-harbour-lantern-62'

let server: TestApp
let manager: AuthUser
let stranger: string
let now = new Date()
let isMailDown = false
const mails: Mail[] = []
const mailer = {
  send: async (mail: Mail) => {
    if (isMailDown) throw new Error('no mail today')
    mails.push(mail)
  },
}
beforeAll(async () => {
  server = await testApp({ now: () => now, mailer })
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

const invited = async () => (await server.as(manager, 'POST', USERS, invitation())).json<Member>()
const again = (id: string) => server.as(manager, 'POST', `${USERS}/${id}/invitation`)

/** Somebody who was invited and has set his password. */
async function aMember(change: object = {}): Promise<Member> {
  const member = (await server.as(manager, 'POST', USERS, invitation(change))).json<Member>()
  expect((await setPassword(tokenOfLastMail())).statusCode).toBeLessThan(300)
  return member
}
const tokenOfLastMail = () => /#token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? ''

describe('an invitation', () => {
  it('is a mail with a link that sets the password once; then its owner may do what his roles say', async () => {
    const body = invitation()
    const member = (await server.as(manager, 'POST', USERS, body)).json<Member>()
    expect(member).toMatchObject({ ...body, status: 'invited', invitation_sent: true })
    const mail = mails.at(-1)!
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
    const sent = mails.length
    const refused = await server.as(manager, 'POST', USERS, invitation(change))
    expect({ status: refused.statusCode, code: refused.json<ErrorBody>().code }).toEqual({ status, code })
    expect(mails).toHaveLength(sent)
  })
})

describe('another invitation', () => {
  it('goes to a user whose mail could not be sent: he is there, and the first link is dead', async () => {
    isMailDown = true
    const body = invitation()
    const made = await server.as(manager, 'POST', USERS, body)
    isMailDown = false
    expect([made.statusCode, made.json()]).toMatchObject([200, { ...body, invitation_sent: false }])

    const { id } = made.json<Member>()
    expect((await again(id)).json()).toMatchObject({ id, status: 'invited', invitation_sent: true })
    const first = tokenOfLastMail()
    await again(id)
    expect((await setPassword(first)).json<ErrorBody>().code).toBe('reset_token_invalid')
    expect((await setPassword(tokenOfLastMail())).statusCode).toBe(200)
    expect((await signIn(body.username)).statusCode).toBe(200)
    expect((await again(id)).json<ErrorBody>().code).toBe('not_invited')
  })

  it('opens the door again when the first has run out', async () => {
    const { id } = await invited()
    const before = now
    now = new Date(before.getTime() + 4 * 24 * 3_600_000)
    manager = await server.signIn()
    await again(id)
    const set = await setPassword(tokenOfLastMail())
    now = before
    manager = await server.signIn()
    expect(set.statusCode).toBe(200)
  })

  it('is not sent to who is disabled or elsewhere, nor without end', async () => {
    const { id } = await invited()
    const statuses: number[] = []
    for (let round = 0; round < 4; round++) statuses.push((await again(id)).statusCode)
    expect(statuses).toEqual([200, 200, 200, 429])
    const left = await invited()
    await server.as(manager, 'PUT', `${USERS}/${left.id}`, { is_disabled: true })
    expect((await again(left.id)).json<ErrorBody>().code).toBe('not_invited')
    expect((await again(stranger)).statusCode).toBe(404)
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

  it('who is erased leaves no trace of who he was, but what he bought', async () => {
    const member = await aMember({ fullname: 'Gwenllian Quillfeather', email: 'quillfeather@example.com' })
    const user = (await signIn(member.username)).json<AuthUser>()
    await server.as(user, 'PUT', '/identity/v1/user/data?key=notes', { about: 'Quillfeather' })
    const address = { name: 'Gwenllian Quillfeather', address1: '1 Heol', city: 'Bala', postal_code: 'LL23 7AB' }
    for (const visibility of ['Private', 'Public'])
      await server.as(user, 'POST', '/stamp/v1/address', { ...address, name: visibility, visibility })
    const accounts = (await server.as(user, 'GET', '/stamp/v1/carrieraccount')).json<{ data: { id: string }[] }>()
    const letter = aShipmentDraft({ by: accounts.data[0]!.id, shipping_date: ukDateOf(now) })
    const bought = await server.as(user, 'POST', '/stamp/v1/shipment/process?pending_id=bought-by-her', letter)
    const { id } = bought.json<Shipment>()
    await server.as(user, 'PUT', `/stamp/v1/shipment/${id}`, { notes: 'from Quillfeather' })
    await server.as(user, 'PUT', `/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'Quillfeather says so' })
    await signIn(member.username, 'mistyped')

    const erased = await server.as(manager, 'DELETE', `${USERS}/${member.id}`)
    expect([erased.statusCode, erased.json()]).toEqual([200, { id: member.id }])
    const out = await server.as(user, 'GET', '/identity/v1/user/permission')
    expect(out.statusCode).toBe(401)
    for (const change of [{ is_disabled: false }, { roles: ['manager'] }])
      expect((await server.as(manager, 'PUT', `${USERS}/${member.id}`, change)).statusCode).toBe(404)
    expect((await server.as(manager, 'POST', `${USERS}/${member.id}/invitation`)).statusCode).toBe(404)
    const { data } = (await server.as(manager, 'GET', `${USERS}?length=100`)).json<{ data: Member[] }>()
    expect(data.map((row) => row.id)).not.toContain(member.id)

    const everything = await asOwner(
      server.database.url,
      `select table_name, query_to_xml('select * from ' || quote_ident(table_name), true, true, '')::text as rows
       from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    const told = (everything.rows as { table_name: string; rows: string }[]).filter(
      ({ rows }) =>
        /quillfeather/i.test(rows) || rows.includes(`${member.username}\n`) || rows.includes(`${member.username}<`),
    )
    expect(told.map(({ table_name }) => table_name)).toEqual([])
    expect((await signIn(member.username)).json<ErrorBody>().code).toBe('invalid_credentials')
    const addresses = (await server.as(manager, 'GET', '/stamp/v1/address')).json<{ data: { name: string }[] }>()
    expect(addresses.data.map(({ name }) => name)).toContain('Public')
    const shipment = (await server.as(manager, 'GET', `/stamp/v1/shipment/${id}`)).json<Shipment>()
    expect(shipment).toMatchObject({ status: 'voided', notes: '', refund: { events: [{ reason: '' }, {}] } })
    expect(await brokenInvariants(server.context.db)).toEqual([])
    expect((await verifyChains(server.context.db)).broken).toEqual([])
  })

  it('is not erased by himself, nor twice, nor from elsewhere', async () => {
    const member = await aMember()
    const erase = async (id: string) => (await server.as(manager, 'DELETE', `${USERS}/${id}`)).json<ErrorBody>().code
    expect(await erase(manager.id)).toBe('own_rights')
    expect(await erase(stranger)).toBe('not_found')
    expect(await erase(member.id)).toBeUndefined()
    expect(await erase(member.id)).toBe('not_found')
  })

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
