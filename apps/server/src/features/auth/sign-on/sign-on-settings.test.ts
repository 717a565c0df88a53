import type { AuthUser } from '@postroom/contract/auth'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import { inTransaction } from '../../../db/in-transaction.ts'
import { DOMAIN, SIGN_ON, signOnScene, type SignOnScene } from '../../../testing/sign-on/sign-on-scene.ts'
import { insertOrganisation } from '../../identity/user.store.ts'
import { confirmDomain } from './domain.store.ts'
import { turnPasswordsOn } from './sign-on.store.ts'

let scene: SignOnScene
beforeAll(async () => {
  scene = await signOnScene()
})
afterAll(() => scene.close())

const codeOf = (answer: { json: () => { code?: string } }) => answer.json().code
const shown = async () => (await scene.asManager('GET', SIGN_ON)).json<{ settings?: object; domains: object[] }>()
const withoutSecret = (change: object = {}) => {
  const { client_secret: _, ...rest } = scene.settings()
  return { ...rest, ...change }
}

const tested = async (issuer: string) =>
  (await scene.asManager('POST', `${SIGN_ON}/test`, { issuer })).json<{ result: string }>().result
const asSignedOn = async (): Promise<AuthUser> => {
  await scene.server.context.db
    .updateTable('app_user')
    .set({ email: `demo@${DOMAIN}` })
    .where('id', '=', scene.manager.id)
    .execute()
  return scene.signedOn('demo', { email: `demo@${DOMAIN}`, email_verified: true })
}

/** The tests of an issuer are limited for an organisation. */
const forgetTests = () =>
  scene.server.context.db.deleteFrom('sign_in_failure').where('counter', 'like', 'sign-on of%').execute()
afterEach(forgetTests)

it('never answers the secret, and keeps it sealed', async () => {
  const answer = await scene.asManager('GET', SIGN_ON)
  expect(answer.body).not.toContain('secret')
  const rows = await scene.server.context.db.selectFrom('sign_on').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('the-client-secret')
})

it('keeps a stored secret for the same issuer and client only', async () => {
  expect((await scene.asManager('PUT', SIGN_ON, withoutSecret({ role: 'mailroom' }))).statusCode).toBe(200)
  expect((await shown()).settings).toMatchObject({ role: 'mailroom' })
  const other = await scene.asManager('PUT', SIGN_ON, withoutSecret({ client_id: 'another' }))
  expect(other.json()).toMatchObject({
    code: 'invalid_request',
    fields: [{ field: 'client_secret', code: 'required' }],
  })
})

describe('an issuer', () => {
  const published = async (change: object, status = 200): Promise<string> => {
    const server = createServer((_request, response) => {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const whole = {
        issuer: url,
        authorization_endpoint: `${url}/a`,
        token_endpoint: `${url}/t`,
        jwks_uri: `${url}/k`,
      }
      const text = JSON.stringify({ ...whole, response_types_supported: ['code'], ...change })
      response.writeHead(status, { 'content-type': 'application/json', location: scene.provider.url }).end(text)
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    stops.push(() => server.close())
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const stops: (() => void)[] = []
  afterAll(() => stops.forEach((stop) => stop()))
  test.each<[string, string, object, number?]>([
    ['is ready', 'ready', {}],
    ['names another', 'other_issuer', { issuer: 'https://login.elsewhere.example' }],
    ['offers no code', 'no_code_flow', { response_types_supported: ['id_token'] }],
    ['has no keys', 'not_understood', { jwks_uri: undefined }],
    ['sends people to a script', 'not_understood', { authorization_endpoint: 'javascript:alert(1)' }],
    ['is too long', 'not_understood', { more: 'x'.repeat(300_000) }],
    ['leads elsewhere', 'not_understood', {}, 302],
    ['answers with a status that does not exist', 'not_understood', {}, 600],
    ['fails', 'unreachable', {}, 500],
  ])('that %s: %s', async (_what, result, change, status) => {
    expect(await tested(await published(change, status))).toBe(result)
    const answer = await scene.asManager('POST', `${SIGN_ON}/test`, { issuer: await published(change, status) })
    expect(answer.json()).toEqual({ result, reports_logout: false })
  })

  it('is not called at an address that is not public, and nothing is saved of one that is not ready', async () => {
    expect(await tested('http://127.0.0.1:1')).toBe('unreachable')
    expect((await scene.save({ issuer: 'http://127.0.0.1:1' })).json()).toMatchObject({ result: 'unreachable' })
    expect((await shown()).settings).toMatchObject({ issuer: scene.provider.url })
    scene.server.context.settings.privateHosts = false
    for (const issuer of [scene.provider.url, 'https://127.0.0.1', 'https://localhost', 'http://example.com'])
      expect(await tested(issuer)).toBe('address_refused')
    scene.server.context.settings.privateHosts = true
  })

  it('is tested twenty times in a quarter of an hour', async () => {
    for (let asked = 0; asked < 20; asked++) await tested('http://127.0.0.1:1')
    const body = { issuer: 'http://127.0.0.1:1' }
    expect(codeOf(await scene.asManager('POST', `${SIGN_ON}/test`, body))).toBe('too_many_requests')
  })
})

it('shows managers all that their provider needs, and keeps each change in the audit log', async () => {
  const handle = 'llewellyn-bindery-ltd'
  const { settings } = scene.server.context
  settings.publicUrl = 'https://postroom.example'
  const answer = await scene.asManager('GET', SIGN_ON)
  settings.publicUrl = 'http://127.0.0.1:8080'
  expect(answer.json()).toMatchObject({
    redirect_uri: 'https://postroom.example/login/sign-on',
    logout_uri: `https://postroom.example/api/auth/v1/sign-on/${handle}/logout`,
    sign_in_link: `https://postroom.example/login?organisation=${handle}`,
    provisioning: { base_uri: 'https://postroom.example/api/scim/v2', has_key: false },
    domains: [{ domain: DOMAIN, is_confirmed: true }],
  })
  expect(answer.json<{ settings: object }>().settings).toEqual({
    issuer: scene.provider.url,
    client_id: scene.settings().client_id,
    plan: 'full',
    role: 'mailroom',
    groups_claim: 'groups',
    group_roles: [],
    passwords: true,
  })
  const changed = await scene.save({ domains: ['b.example', DOMAIN, 'a.example'], groups_claim: undefined })
  expect(changed.json()).toEqual({ result: 'ready', reports_logout: true })
  expect((await shown()).domains.map((row) => (row as { domain: string }).domain)).toEqual([
    'a.example',
    'b.example',
    DOMAIN,
  ])
  expect((await shown()).settings).not.toHaveProperty('groups_claim')
  await scene.save({ domains: [] })
  expect((await shown()).domains).toEqual([])
  const { db } = scene.server.context
  await inTransaction(db, (tx) => confirmDomain(tx, scene.organisation_id, DOMAIN, new Date()))
  await scene.save()
  const saved = db
    .selectFrom('audit_event')
    .select('details')
    .where('event', '=', 'sign_on_saved')
    .orderBy('seq', 'desc')
  const facts = { issuer: scene.provider.url, passwords: 'on' }
  expect((await saved.limit(3).execute()).map(({ details }) => details)).toEqual([
    { ...facts, domains: 1 },
    { ...facts, domains: 0 },
    { ...facts, domains: 3 },
  ])
})

it('a domain is confirmed for one organisation', async () => {
  const { db } = scene.server.context
  const { id } = await insertOrganisation(db, 'Rival Ltd')
  const confirm = (domain: string) => inTransaction(db, (tx) => confirmDomain(tx, id, domain, new Date()))
  await scene.save({ domains: [DOMAIN, 'wanted.example'] })
  expect(await confirm(DOMAIN).catch(() => false)).toBe(false)
  expect(await confirm('wanted.example')).toBe(true)
  expect((await shown()).domains).toEqual([
    { domain: DOMAIN, is_confirmed: true },
    { domain: 'wanted.example', is_confirmed: false },
  ])
})

describe('passwords', () => {
  it('are turned off only in a session that sign-on opened, for the same client', async () => {
    const off = withoutSecret({ passwords: false })
    expect(codeOf(await scene.asManager('PUT', SIGN_ON, off))).toBe('sign_on_unproven')
    const manager = await asSignedOn()
    expect(codeOf(await scene.server.as(manager, 'PUT', SIGN_ON, scene.settings({ passwords: false })))).toBe(
      'sign_on_unproven',
    )
    expect((await scene.server.as(manager, 'PUT', SIGN_ON, off)).statusCode).toBe(200)
  })

  it('are then refused to those who know them, and nobody learns more', async () => {
    expect(codeOf(await scene.signIn('demo', 'demo-postroom'))).toBe('passwords_off')
    for (const username of ['demo', 'nobody']) expect(codeOf(await scene.signIn(username))).toBe('invalid_credentials')
    const found = await scene.server.app.inject({ method: 'GET', url: `/api/auth/v1/sign-on?at=${DOMAIN}` })
    expect(found.json()).toMatchObject({ passwords: false })
    expect((await scene.signIn('stranger', 'x')).statusCode).toBe(401)
  })

  it('stay for operators, and come back from the command line', async () => {
    const { db } = scene.server.context
    const rolesOf = (roles: string[]) =>
      db.updateTable('app_user').set({ roles }).where('id', '=', scene.manager.id).execute()
    await rolesOf(['manager', 'operator'])
    expect((await scene.signIn('demo', 'demo-postroom')).statusCode).toBe(200)
    await rolesOf(['manager'])
    expect(await inTransaction(db, (tx) => turnPasswordsOn(tx, scene.organisation_id))).toBe(true)
    expect((await scene.signIn('demo', 'demo-postroom')).statusCode).toBe(200)
  })

  it('come back when sign-on is removed, which ends its sessions but the own one', async () => {
    const [manager, other] = [await asSignedOn(), await asSignedOn()]
    await scene.server.as(manager, 'PUT', SIGN_ON, withoutSecret({ passwords: false }))
    expect((await scene.server.as(manager, 'DELETE', SIGN_ON)).json()).toEqual({ removed: true })
    expect((await scene.server.as(other, 'GET', SIGN_ON)).statusCode).toBe(401)
    expect((await scene.server.as(manager, 'GET', SIGN_ON)).json()).not.toHaveProperty('settings')
    expect((await scene.signIn('demo', 'demo-postroom')).statusCode).toBe(200)
  })
})
