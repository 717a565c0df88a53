import type { ErrorBody } from '@postroom/contract/errors'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApp, tokenRequest, type TestApp } from '../../testing/test-app.ts'
import { handleOf, insertOrganisation, insertUser } from './user.store.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

it('lists what each plan may open; Lite has no address book (spec §6)', async () => {
  const full = await server.as(await server.signIn('demo'), 'GET', '/identity/v1/user/permission')
  const lite = await server.as(await server.signIn('lite'), 'GET', '/identity/v1/user/permission')
  expect(full.json()).toMatchObject({ roles: ['manager'], products: [], custom_data: {} })
  expect(full.json<{ permissions: string[] }>().permissions).toContain('mod_addressbook')
  expect(lite.json<{ permissions: string[] }>().permissions).not.toContain('mod_addressbook')
  expect(lite.json<{ permissions: string[] }>().permissions).toContain('mod_shipping')
})

it("shows users of the caller's organisation only", async () => {
  const demo = await server.signIn('demo')
  const lite = await server.signIn('lite')
  const { id: organisation_id } = await insertOrganisation(server.context.db, 'Another Ltd')
  const stranger = await insertUser(server.context.db, {
    organisation_id,
    username: 'stranger',
    email: 'stranger@example.com',
    fullname: 'A Stranger',
    password_hash: 'none',
    plan: 'full',
    permissions: [],
    roles: [],
  })
  const colleague = await server.as(demo, 'GET', `/identity/v1/user/${lite.id}`)
  expect(colleague.json()).toMatchObject({ username: 'lite', organisation: { name: 'Llewellyn Bindery Ltd' } })
  expect(colleague.body).not.toContain('password')
  const foreign = await server.as(demo, 'GET', `/identity/v1/user/${stranger.id}`)
  expect(foreign.statusCode).toBe(404)
  const unknown = await server.as(demo, 'GET', '/identity/v1/user/3f1c3c3e-5d0b-4a4e-9a7e-111111111111')
  expect({ ...foreign.json<ErrorBody>(), request_id: '' }).toEqual({ ...unknown.json<ErrorBody>(), request_id: '' })
})

it('names the managers among the colleagues, without those who are disabled', async () => {
  const demo = await server.signIn()
  const { db } = server.context
  const { organisation_id } = await db
    .selectFrom('app_user')
    .select('organisation_id')
    .where('username', '=', 'demo')
    .executeTakeFirstOrThrow()
  for (const fullname of ['Active Manager', 'Disabled Manager'])
    await insertUser(db, {
      organisation_id,
      username: fullname.toLowerCase(),
      email: 'manager@example.com',
      fullname,
      password_hash: 'none',
      plan: 'full',
      permissions: ['administration'],
      roles: ['manager'],
    })
  await db.updateTable('app_user').set({ disabled_at: new Date() }).where('fullname', '=', 'Disabled Manager').execute()
  const { data } = (await server.as(demo, 'GET', '/identity/v1/colleague')).json<{
    data: { fullname: string; is_manager: boolean }[]
  }>()
  const managers = data.filter(({ is_manager }) => is_manager).map(({ fullname }) => fullname)
  expect(managers).toContain('Active Manager')
  expect(managers).not.toContain('Disabled Manager')
  expect(data.map(({ fullname }) => fullname)).toContain('Disabled Manager')
})

it('signs out: revokes both tokens, clears the cookie, keeps other sessions', async () => {
  const here = await server.signIn()
  const elsewhere = await server.signIn()
  const out = await server.as(here, 'GET', '/identity/v1/user/logout')
  expect(out.json()).toEqual({ signed_out: true })
  expect(out.headers['clear-site-data']).toBe('"cache"')
  expect(out.cookies[0]).toMatchObject({ name: 'XSRF-TOKEN', value: '', maxAge: 0 })
  expect((await server.as(here, 'GET', '/identity/v1/user/permission')).statusCode).toBe(401)
  const fields = { grant_type: 'token', refresh_token: here.refresh_token, username: undefined, password: undefined }
  expect((await server.app.inject(tokenRequest(fields, '/auth/v1/refresh'))).statusCode).toBe(401)
  expect((await server.as(elsewhere, 'GET', '/identity/v1/user/permission')).statusCode).toBe(200)
})

it('refuses a sign-out from another site', async () => {
  const user = await server.signIn()
  const url = '/api/identity/v1/user/logout'
  const authorization = `Bearer ${user.token}`
  const forged = await server.app.inject({ url, headers: { authorization, 'sec-fetch-site': 'cross-site' } })
  expect(forged.json<ErrorBody>().code).toBe('cross_site_request')
  expect((await server.app.inject({ url })).statusCode).toBe(401)
  expect((await server.as(user, 'GET', '/identity/v1/user/permission')).statusCode).toBe(200)
})

it.each([
  ['Rhiannon Ceramics Ltd', 'rhiannon-ceramics-ltd'],
  ['  Café & Söhne!  ', 'cafe-so-hne'],
  ['日本', 'office'],
  [`${'x'.repeat(39)} Ltd`, 'x'.repeat(39)],
  ['x'.repeat(41), 'x'.repeat(40)],
])('an organisation %j has the handle %s, the next of this name another', async (name, handle) => {
  const { db } = server.context
  const first = await insertOrganisation(db, name)
  const second = await insertOrganisation(db, name)
  expect(await handleOf(db, first.id)).toBe(handle)
  expect(await handleOf(db, second.id)).toMatch(new RegExp(`^${handle}-[0-9a-f]{8}$`))
})

it('lists colleagues by name, without those who were erased', async () => {
  const { db } = server.context
  const { id: organisation_id } = await insertOrganisation(db, 'Colleagues Ltd')
  const { password_hash } = await db
    .selectFrom('app_user')
    .select('password_hash')
    .where('username', '=', 'demo')
    .executeTakeFirstOrThrow()
  for (const [username, fullname] of [
    ['caller', 'Mair'],
    ['second', 'Zoe'],
    ['third', 'Anna'],
    ['erased', 'Erased'],
  ] as const) {
    const facts = { organisation_id, username, fullname, password_hash, email: 'a@example.com', plan: 'full' as const }
    await insertUser(db, { ...facts, permissions: [], roles: [] })
  }
  await db.updateTable('app_user').set({ erased_at: new Date() }).where('username', '=', 'erased').execute()
  const caller = await server.signIn('caller' as 'demo')
  const { data } = (await server.as(caller, 'GET', '/identity/v1/colleague')).json<{ data: { fullname: string }[] }>()
  expect(data.map(({ fullname }) => fullname)).toEqual(['Anna', 'Mair', 'Zoe'])
})
