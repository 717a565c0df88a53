import type { ApiKey, NewApiKey } from '@postroom/contract/api-key'
import type { AuditEntry } from '@postroom/contract/audit-log'
import type { ErrorBody } from '@postroom/contract/errors'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EXAMPLE_FIELDS } from '../../../http/open-api/example-fields.ts'
import { openDefaultAccount } from '../../accounts/account.store.ts'
import { aKey } from '../../../testing/made-things.ts'
import { aBuyer, purchaseScene, type PurchaseScene } from '../../../testing/purchase-scene.ts'
import { signInto } from '../../../testing/sign-into.ts'
import { asOwner } from '../../../testing/test-database.ts'

const KEYS = '/identity/v1/organisation/apikey'
const PASSWORD = EXAMPLE_FIELDS['password']![0] as string
const ASKED: NewApiKey = {
  name: 'Web shop',
  scopes: ['rates', 'accounts', 'accounts'],
  accounts: null,
  calls_per_minute: 60,
  pence_per_day: 200_00,
  last_day: '2027-11-20',
  current_password: PASSWORD,
}

let scene: PurchaseScene
let now: Date
let organisation: string
let manager: Awaited<ReturnType<typeof signInto>>
beforeAll(async () => {
  scene = await purchaseScene(0)
  scene.context.now = () => now
  scene.context.settings.projectVariant = 'other' // the variant that checks module permissions
})
afterAll(() => scene.close())
beforeEach(async () => {
  now = new Date('2026-11-20T10:00:30Z')
  organisation = (await aBuyer(scene, 0)).organisation
  manager = await signInto(scene, organisation)
})

type Method = 'GET' | 'POST' | 'DELETE'
const ask = (method: Method, path: string, payload?: object, authorization = manager.authorization) =>
  scene.app.inject({ method, url: `/api${path}`, headers: { authorization }, ...(payload && { payload }) })
const made = async (change: Partial<NewApiKey> = {}) => {
  const answer = await ask('POST', KEYS, { ...ASKED, ...change })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ key: ApiKey; secret: string }>()
}
const renew = (id: string, overlap: string, last_day = '2027-11-20') =>
  ask('POST', `${KEYS}/${id}/secret`, { overlap, last_day, current_password: PASSWORD })
const listed = async () => (await ask('GET', KEYS)).json<{ data: ApiKey[] }>().data
const codeOf = (answer: LightMyRequestResponse) =>
  answer.statusCode < 400 ? answer.statusCode : answer.json<ErrorBody>().code
const use = async (secret: string, path = '/stamp/v1/carrieraccount') =>
  codeOf(await ask('GET', path, undefined, `Bearer ${secret}`))

it('a secret is shown once and stored as a hash; the key is listed without it', async () => {
  const { key, secret } = await made()
  const about = { name: 'Web shop', scopes: ['rates', 'accounts'], state: 'active', made_by: manager.user }
  expect(key).toMatchObject({ ...about, starts_with: secret.slice(0, 10), last_day: '2027-11-20' })
  expect(await listed()).toEqual([key])
  expect(JSON.stringify(await listed())).not.toContain(secret)
  const { rows } = await asOwner(scene.database.url, `select * from api_key where organisation_id = '${organisation}'`)
  expect(JSON.stringify(rows)).not.toContain(secret.slice(10))
  expect(await use(secret)).toBe(200)
  expect((await listed())[0]).toMatchObject({ last_used_at: '2026-11-20T10:00:00.000Z' })
})

it.each<[string, Partial<NewApiKey>, string, string]>([
  ['a wrong password', { current_password: 'guessed' }, 'current_password', 'password_wrong'],
  ['a day that is over', { last_day: '2026-11-19' }, 'last_day', 'not_allowed'],
  ['more than a year', { last_day: '2027-11-21' }, 'last_day', 'not_allowed'],
  ['an account of nobody', { accounts: [crypto.randomUUID()] }, 'accounts', 'not_allowed'],
])('is not made with %s', async (_what, change, field, code) => {
  const answer = await ask('POST', KEYS, { ...ASKED, ...change })
  expect(answer.json<ErrorBody>().fields).toMatchObject([{ field, code }])
  expect(await listed()).toEqual([])
})

it('is not made for an account of another organisation', async () => {
  const stranger = await aBuyer(scene, 0)
  expect(codeOf(await ask('POST', KEYS, { ...ASKED, accounts: [stranger.account] }))).toBe('invalid_request')
})

it('names an account once, and the audit log has its limits', async () => {
  const account = await openDefaultAccount(scene.context.db, organisation)
  const { key } = await made({ accounts: [account, account], pence_per_day: null })
  expect(key).toMatchObject({ accounts: [account], pence_per_day: null })
  await made()
  await renew(key.id, 'day', '2026-12-24')
  const rows = await scene.context.db
    .selectFrom('audit_event')
    .select('details')
    .where('organisation_id', '=', organisation)
    .orderBy('seq')
    .execute()
  const facts = { name: 'Web shop', scopes: 'rates accounts', calls_per_minute: 60, last_day: '2027-11-20' }
  expect(rows.map(({ details }) => details)).toEqual([
    { ...facts, accounts: account, pence_per_day: 'none' },
    { ...facts, accounts: 'all', pence_per_day: 200_00 },
    { overlap: 'day', last_day: '2026-12-24' },
  ])
})

it('twenty keys can be used, of simultaneous calls too; a revoked or expired one makes room, until it is renewed', async () => {
  for (let before = 0; before < 18; before++) await aKey(scene, organisation, manager.user, { last_day: '2026-11-20' })
  const calls = await Promise.all(Array.from({ length: 4 }, () => ask('POST', KEYS, ASKED)))
  expect(calls.map((answer) => String(codeOf(answer))).toSorted()).toEqual([
    '200',
    '200',
    'too_many_api_keys',
    'too_many_api_keys',
  ])
  const [first, second] = await listed()
  await ask('DELETE', `${KEYS}/${first!.id}`)
  await made()
  expect(codeOf(await renew(second!.id, 'none'))).toBe(200)
  now = new Date('2026-11-21T10:00:00Z')
  manager = await signInto(scene, organisation, { user: manager.user })
  for (let more = 0; more < 18; more++) await aKey(scene, organisation, manager.user)
  const expired = (await listed()).find(({ state }) => state === 'expired')!
  expect(codeOf(await renew(expired.id, 'none'))).toBe('too_many_api_keys')
})

it('lists the keys that can be used before newer ones that ended', async () => {
  const { key: oldest } = await made()
  const { key: revoked } = await made()
  await ask('DELETE', `${KEYS}/${revoked.id}`)
  await aKey(scene, organisation, manager.user, { last_day: '2026-11-19' })
  expect((await listed()).map(({ state }) => state)).toEqual(['active', 'expired', 'revoked'])
  expect((await listed())[0]!.id).toBe(oldest.id)
})

describe('a new secret', () => {
  it('ends the old one at once', async () => {
    const { key, secret } = await made()
    const renewed = (await renew(key.id, 'none')).json<{ key: ApiKey; secret: string }>()
    expect(await use(secret)).toBe('api_key_invalid')
    expect(await use(renewed.secret)).toBe(200)
    expect(renewed.key.old_secret_until).toBeUndefined()
  })

  it('leaves the old one valid for a day, but no older one', async () => {
    const first = await made()
    const { id } = first.key
    const second = (await renew(id, 'week')).json<{ key: ApiKey; secret: string }>()
    expect(await use(first.secret)).toBe(200)
    const third = (await renew(id, 'day', '2026-12-24')).json<{ key: ApiKey; secret: string }>()
    expect(third.key).toMatchObject({ last_day: '2026-12-24', old_secret_until: '2026-11-21T10:00:30.000Z' })
    expect(await use(first.secret)).toBe('api_key_invalid')
    now = new Date('2026-11-21T10:00:29Z')
    expect([await use(second.secret), await use(third.secret)]).toEqual([200, 200])
    now = new Date('2026-11-21T10:00:30Z')
    expect([await use(second.secret), await use(third.secret)]).toEqual(['api_key_invalid', 200])
    manager = await signInto(scene, organisation, { user: manager.user })
    expect((await listed())[0]).not.toHaveProperty('old_secret_until')
  })
})

it('a key is valid until the end of its last day in the United Kingdom', async () => {
  const { secret } = await made({ last_day: '2026-11-20' })
  now = new Date('2026-11-20T23:59:59Z')
  expect(await use(secret)).toBe(200)
  now = new Date('2026-11-21T00:00:00Z')
  expect(await use(secret)).toBe('api_key_invalid')
})

it('a revoked key is refused at once, cannot be renewed, and can be revoked again', async () => {
  const { key, secret } = await made()
  await renew(key.id, 'week')
  for (let times = 0; times < 2; times++)
    expect((await ask('DELETE', `${KEYS}/${key.id}`)).json()).toMatchObject({ state: 'revoked' })
  expect(await use(secret)).toBe('api_key_invalid')
  expect(codeOf(await renew(key.id, 'none'))).toBe('api_key_ended')
  const { rows } = await asOwner(
    scene.database.url,
    `select secret_hash, old_secret_hash from api_key where id = '${key.id}'`,
  )
  expect(rows).toEqual([{ secret_hash: null, old_secret_hash: null }])
})

it.each([
  ['are disabled', 'disabled_at = now()', 'api_key_invalid'],
  ['lose a permission', `permissions = '{}'`, 'permission_denied'],
  ['get the Lite plan', `plan = 'lite'`, 'not_in_plan'],
])('loses what its maker loses: when they %s', async (_what, change, code) => {
  const { authorization } = await aKey(scene, organisation, manager.user)
  const secret = authorization.replace('Bearer ', '')
  expect(await use(secret, '/stamp/v1/address')).toBe(200)
  await asOwner(scene.database.url, `update app_user set ${change} where id = '${manager.user}'`)
  expect(await use(secret, '/stamp/v1/address')).toBe(code)
})

it('the audit log has each change of a key, names the key of a refused call, and its chain proves the name', async () => {
  const { key, secret } = await made()
  await renew(key.id, 'day')
  for (let times = 0; times < 3; times++)
    expect(await use(secret, '/identity/v1/user/session')).toBe('api_key_not_allowed')
  await ask('DELETE', `${KEYS}/${key.id}`)
  const { data } = (await ask('GET', '/identity/v1/organisation/audit')).json<{ data: AuditEntry[] }>()
  expect(data.map(({ event, key_name, user_id }) => [event, key_name, user_id === manager.user])).toEqual([
    ['api_key_revoked', undefined, true],
    ['api_key_not_allowed', 'Web shop', true],
    ['api_key_renewed', undefined, true],
    ['api_key_made', undefined, true],
  ])
  expect((await ask('POST', '/identity/v1/organisation/audit/chain')).json()).not.toHaveProperty('broken')
  await asOwner(
    scene.database.url,
    `begin; alter table audit_event disable trigger user;
     update audit_event set api_key_id = null where api_key_id = '${key.id}'; alter table audit_event enable trigger user; commit`,
  )
  expect((await ask('POST', '/identity/v1/organisation/audit/chain')).json()).toMatchObject({ broken: 3 })
})
