import type { Member } from '@postroom/contract/administration'
import type { AuthUser } from '@postroom/contract/auth'
import type { ErrorBody } from '@postroom/contract/errors'
import type { Shipment } from '@postroom/contract/shipment'
import { ukDateOf } from '@postroom/domain/calendar'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { aShipmentDraft } from '../../testing/purchase-scene.ts'
import { tokenRequest } from '../../testing/test-app.ts'
import { asOwner, untilWaiting } from '../../testing/test-database.ts'
import { verifyChains } from '../audit/verify-chains.store.ts'
import { brokenInvariants } from '../ledger/invariants.store.ts'
import { changeRole } from './change-role.ts'
import { findMember, listManagers } from './member.store.ts'
import { anOffice, USERS, type Office } from './testing/an-office.ts'

const AUDIT = '/identity/v1/organisation/audit'

let office: Office
beforeAll(async () => {
  office = await anOffice()
})
afterAll(() => office.server.close())

describe('a user', () => {
  it('who is disabled is signed out at once, cannot sign in, renew or reset, and can be enabled again', async () => {
    const member = await office.aMember()
    const session = (await office.signIn(member.username)).json<AuthUser>()
    await office.asManager('POST', USERS, office.invitation()) // another mail
    const disabled = await office.asManager('PUT', `${USERS}/${member.id}`, { is_disabled: true })
    expect(disabled.json()).toMatchObject({ status: 'disabled', roles: ['mailroom'] })

    expect((await office.server.as(session, 'GET', '/identity/v1/user/permission')).statusCode).toBe(401)
    const renewal = {
      grant_type: 'token',
      refresh_token: session.refresh_token,
      username: undefined,
      password: undefined,
    }
    expect((await office.server.app.inject(tokenRequest(renewal, '/auth/v1/refresh'))).statusCode).toBe(401)
    expect((await office.signIn(member.username)).json<ErrorBody>().code).toBe('invalid_credentials')

    await office.asManager('PUT', `${USERS}/${member.id}`, { is_disabled: false })
    expect((await office.signIn(member.username)).statusCode).toBe(200)
  })

  it('who is disabled cannot use an earlier invitation', async () => {
    const member = (await office.asManager('POST', USERS, office.invitation())).json<Member>()
    await office.asManager('PUT', `${USERS}/${member.id}`, { is_disabled: true })
    expect((await office.setPassword(office.tokenOfLastMail())).json<ErrorBody>().code).toBe('reset_token_invalid')
  })

  it('has new permissions and plan from the next call on', async () => {
    const member = await office.aMember()
    const session = (await office.signIn(member.username)).json<AuthUser>()
    expect((await office.server.as(session, 'GET', USERS)).statusCode).toBe(403)
    await office.asManager('PUT', `${USERS}/${member.id}`, { roles: ['sender', 'manager'], plan: 'lite' })
    const seen = (await office.server.as(session, 'GET', `${USERS}?orderBy=created_at&orderAsc=false`)).json<{
      data: Member[]
    }>()
    expect(seen.data[0]).toMatchObject({ id: member.id, roles: ['sender', 'manager'], plan: 'lite', status: 'active' })
  })

  test.each([[{ is_disabled: true }], [{ roles: ['sender'] }]])(
    'cannot take away their own rights: %j',
    async (change) => {
      const refused = await office.asManager('PUT', `${USERS}/${office.manager.id}`, change)
      expect(refused.json<ErrorBody>().code).toBe('own_rights')
      expect((await office.asManager('PUT', `${USERS}/${office.manager.id}`, { roles: ['manager'] })).statusCode).toBe(
        200,
      )
    },
  )

  it('who is an operator stays one, whatever a manager changes', async () => {
    const { db } = office.server.context
    const member = await office.aMember()
    await changeRole(db, (await findMember(db, member.username))!, 'operator', true)
    const url = `${USERS}/${member.id}`
    for (const change of [{ is_disabled: true }, { is_disabled: false }])
      expect((await office.asManager('PUT', url, change)).json<ErrorBody>().code).toBe('operator_protected')
    expect((await office.asManager('DELETE', `${url}?reason=other`)).json<ErrorBody>().code).toBe('operator_protected')
    const changed = await office.asManager('PUT', url, { roles: ['sender'], plan: 'lite' })
    expect(changed.json()).toMatchObject({ roles: ['sender', 'operator'], plan: 'lite', status: 'active' })
    const session = (await office.signIn(member.username)).json<AuthUser>()
    expect((await office.server.as(session, 'GET', '/stamp/v1/topup')).statusCode).toBe(200)
  })

  it('cannot be made an operator by a manager', async () => {
    const member = await office.aMember()
    for (const roles of [['operator'], ['sender', 'operator']]) {
      expect((await office.asManager('PUT', `${USERS}/${member.id}`, { roles })).statusCode).toBe(400)
      expect((await office.asManager('POST', USERS, office.invitation({ roles }))).statusCode).toBe(400)
    }
    for (const also of [{ permissions: ['top_up'] }, { role: 'operator' }])
      expect((await office.asManager('PUT', `${USERS}/${member.id}`, also)).statusCode).toBe(400)
  })

  it('who is erased leaves no personal data; their purchases stay', async () => {
    const member = await office.aMember({ fullname: 'Gwenllian Quillfeather', email: 'quillfeather@example.com' })
    const user = (await office.signIn(member.username)).json<AuthUser>()
    await office.server.as(user, 'PUT', '/identity/v1/user/data?key=notes', { about: 'Quillfeather' })
    const address = { name: 'Gwenllian Quillfeather', address1: '1 Heol', city: 'Bala', postal_code: 'LL23 7AB' }
    for (const visibility of ['Private', 'Public'])
      await office.server.as(user, 'POST', '/stamp/v1/address', { ...address, name: visibility, visibility })
    const accounts = (await office.server.as(user, 'GET', '/stamp/v1/carrieraccount')).json<{
      data: { id: string }[]
    }>()
    const letter = aShipmentDraft({ by: accounts.data[0]!.id, shipping_date: ukDateOf(office.now) })
    const bought = await office.server.as(user, 'POST', '/stamp/v1/shipment/process?pending_id=bought-by-her', letter)
    const { id } = bought.json<Shipment>()
    await office.server.as(user, 'PUT', `/stamp/v1/shipment/${id}`, { notes: 'from Quillfeather' })
    await office.server.as(user, 'PUT', `/stamp/v1/shipment/${id}/void`, {
      cancellation_reason: 'Quillfeather says so',
    })
    await office.signIn(member.username, 'mistyped')

    const erased = await office.asManager('DELETE', `${USERS}/${member.id}?reason=left`)
    expect([erased.statusCode, erased.json()]).toEqual([200, { id: member.id }])
    const out = await office.server.as(user, 'GET', '/identity/v1/user/permission')
    expect(out.statusCode).toBe(401)
    for (const change of [{ is_disabled: false }, { roles: ['manager'] }])
      expect((await office.asManager('PUT', `${USERS}/${member.id}`, change)).statusCode).toBe(404)
    expect((await office.asManager('POST', `${USERS}/${member.id}/invitation`)).statusCode).toBe(404)
    const { data } = (await office.asManager('GET', `${USERS}?length=100`)).json<{ data: Member[] }>()
    expect(data.map((row) => row.id)).not.toContain(member.id)

    const everything = await asOwner(
      office.server.database.url,
      `select table_name, query_to_xml('select * from ' || quote_ident(table_name), true, true, '')::text as rows
       from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    const mentions = (everything.rows as { table_name: string; rows: string }[]).filter(
      ({ rows }) =>
        /quillfeather/i.test(rows) || rows.includes(`${member.username}\n`) || rows.includes(`${member.username}<`),
    )
    expect(mentions.map(({ table_name }) => table_name)).toEqual([])
    expect((await office.signIn(member.username)).json<ErrorBody>().code).toBe('invalid_credentials')
    const addresses = (await office.asManager('GET', '/stamp/v1/address')).json<{ data: { name: string }[] }>()
    expect(addresses.data.map(({ name }) => name)).toContain('Public')
    const shipment = (await office.asManager('GET', `/stamp/v1/shipment/${id}`)).json<Shipment>()
    expect(shipment).toMatchObject({ status: 'voided', notes: '', refund: { events: [{ reason: '' }, {}] } })
    expect(await brokenInvariants(office.server.context.db)).toEqual([])
    expect((await verifyChains(office.server.context.db)).broken).toEqual([])
  })

  it('cannot erase themselves, be erased twice, or be erased from another organisation', async () => {
    const member = await office.aMember()
    const erase = async (id: string) =>
      (await office.asManager('DELETE', `${USERS}/${id}?reason=other`)).json<ErrorBody>().code
    expect(await erase(office.manager.id)).toBe('own_rights')
    expect(await erase(office.stranger)).toBe('not_found')
    expect(await erase(member.id)).toBeUndefined()
    expect(await erase(member.id)).toBe('not_found')
  })

  it('has each change in the audit log, whoever makes it', async () => {
    const { db } = office.server.context
    const member = await office.aMember()
    await office.asManager('PUT', `${USERS}/${member.id}`, { is_disabled: true })
    const stored = (await findMember(db, member.username))!
    expect((await changeRole(db, stored, 'operator', true)).roles).toEqual(['mailroom', 'operator'])
    expect((await changeRole(db, stored, 'operator', true)).roles).toEqual(['mailroom', 'operator'])
    await office.asManager('PUT', `${USERS}/${member.id}`, { plan: 'lite' })
    expect((await changeRole(db, stored, 'mailroom', false)).roles).toEqual(['operator'])
    await expect(changeRole(db, stored, 'operator', false)).rejects.toThrow('is the only role')
    await expect(changeRole(db, { ...stored, id: office.stranger }, 'sender', true)).rejects.toThrow('There is no user')
    const changes = db.selectFrom('audit_event').select(['user_id', 'details']).where('event', '=', 'user_changed')
    const [plan, disabled] = ['full', 'yes']
    const manager = office.manager.id
    expect(await changes.where('subject', '=', member.id).orderBy('seq').execute()).toEqual([
      { user_id: manager, details: { plan, disabled, roles: 'mailroom' } },
      { user_id: null, details: { plan, disabled, roles: 'mailroom operator' } },
      { user_id: null, details: { plan, disabled, roles: 'mailroom operator' } },
      { user_id: manager, details: { plan: 'lite', disabled, roles: 'mailroom operator' } },
      { user_id: null, details: { plan: 'lite', disabled, roles: 'operator' } },
    ])
  })

  it('is erased for a reason, which the audit log keeps', async () => {
    const member = await office.aMember()
    for (const query of ['', '?reason=', '?reason=because', '?reason=none'])
      expect((await office.asManager('DELETE', `${USERS}/${member.id}${query}`)).statusCode).toBe(400)
    await office.asManager('DELETE', `${USERS}/${member.id}?reason=by_mistake`)
    const { data } = (
      await office.asManager('GET', '/identity/v1/organisation/audit?event=user_erased&length=1')
    ).json<{
      data: { subject: string; user_id: string; details: object }[]
    }>()
    expect(data[0]).toMatchObject({
      subject: member.id,
      user_id: office.manager.id,
      details: { reason: 'by_mistake' },
    })
  })

  it('cannot get round the rule by writing their own id in capitals', async () => {
    const id = office.manager.id.toUpperCase()
    for (const change of [{ is_disabled: true }, { roles: ['sender'] }])
      expect((await office.asManager('PUT', `${USERS}/${id}`, change)).json<ErrorBody>().code).toBe('own_rights')
    expect((await office.asManager('DELETE', `${USERS}/${id}?reason=left`)).json<ErrorBody>().code).toBe('own_rights')
  })

  it.each([
    ['disable', 'PUT', { is_disabled: true }, 401, ''],
    ['demote', 'PUT', { roles: ['sender'] }, 403, ''],
    ['erase', 'DELETE', undefined, 401, '?reason=left'],
  ] as const)(
    'with manager rights is left when the two managers %s each other at once',
    async (_what, method, change, late, query) => {
      const two = await anOffice()
      const other = await two.aMember({ roles: ['manager'] })
      const others = (await two.signIn(other.username)).json<AuthUser>()
      const holding = await two.server.context.db.startTransaction().execute()
      await holding.selectFrom('app_user').select('id').forUpdate().execute()
      const answers = Promise.all([
        two.server.as(two.manager, method, `${USERS}/${other.id}${query}`, change),
        two.server.as(others, method, `${USERS}/${two.manager.id}${query}`, change),
      ])
      await untilWaiting(two.server.database.url, 2)
      await holding.commit().execute()
      expect((await answers).map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, late])
      await two.server.close()
    },
  )

  it('of another organisation is not found', async () => {
    const answer = await office.asManager('PUT', `${USERS}/${office.stranger}`, { is_disabled: true })
    expect(answer.statusCode).toBe(404)
    const { data } = (await office.asManager('GET', `${USERS}?length=100`)).json<{ data: Member[] }>()
    expect(data.map(({ username }) => username)).not.toContain('stranger')
  })
})

it('low-balance notices go to managers who are not disabled', async () => {
  const leaves = await office.aMember({ roles: ['manager'] })
  const { organisation_id } = await office.server.context.db
    .selectFrom('app_user')
    .select('organisation_id')
    .where('id', '=', office.manager.id)
    .executeTakeFirstOrThrow()
  const addresses = async () =>
    (await listManagers(office.server.context.db, organisation_id)).map(({ email }) => email)
  expect(await addresses()).toContain(leaves.email)
  await office.asManager('PUT', `${USERS}/${leaves.id}`, { is_disabled: true })
  expect(await addresses()).not.toContain(leaves.email)
})

it('the audit log shows who did what, newest first, by event, person and day, without secrets or addresses', async () => {
  const member = (await office.asManager('POST', USERS, office.invitation())).json<Member>()
  const { data } = (await office.asManager('GET', AUDIT)).json<{
    data: { event: string; number: number; hash: string }[]
  }>()
  expect(data[0]).toMatchObject({
    event: 'user_invited',
    user_id: office.manager.id,
    subject: member.id,
    details: { plan: 'full', roles: 'mailroom' },
    hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  })
  expect(data.slice(0, 3).map(({ number }) => data[0]!.number - number)).toEqual([0, 1, 2])
  expect(JSON.stringify(data)).not.toContain('@')

  const total = async (query: string) =>
    (await office.asManager('GET', `${AUDIT}?${query}`)).json<{ total: number }>().total
  expect(await total('event=user_changed')).toBeGreaterThan(0)
  expect(await total('event=user_changed')).toBeLessThan(await total(''))
  expect(await total(`user_id=${member.id}`)).toBe(0)
  expect(await total('dateTo=2026-01-01')).toBe(0)
  expect(await total('dateFrom=2026-01-01')).toBe(await total(''))
})
