import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { inTransaction } from '../../../db/in-transaction.ts'
import { aKey, COMBINED_SCOPES } from '../../../testing/made-things.ts'
import { routesIn } from '../../../testing/routes-in.ts'
import { SCIM, scimScene, verdictOf, type ScimMethod, type ScimUser } from '../../../testing/sign-on/scim-scene.ts'
import { DOMAIN, SIGN_ON } from '../../../testing/sign-on/sign-on-scene.ts'
import { asOwner } from '../../../testing/test-database.ts'
import { confirmDomain } from '../sign-on/domain.store.ts'

let scene: Awaited<ReturnType<typeof scimScene>>
let user: ScimUser
beforeAll(async () => {
  scene = await scimScene()
  user = await scene.created({ userName: `nia@${DOMAIN}` })
})
afterAll(() => scene.close())

const keyWith = (limits: Parameters<typeof aKey>[3], maker = scene.manager.id, organisation = scene.organisation_id) =>
  aKey(scene.server, organisation, maker, { scopes: ['provisioning'], ...limits })
const sql = (text: string) => asOwner(scene.server.database.url, text)
/** The fields with which a manager cannot make a key. */
const wrongIn = async (change: object) => {
  const answer = await scene.asManager('POST', '/identity/v1/organisation/apikey', {
    name: 'Okta',
    scopes: ['provisioning'],
    accounts: null,
    calls_per_minute: 60,
    pence_per_day: null,
    last_day: new Date().toISOString().slice(0, 10),
    current_password: 'guessed',
    ...change,
  })
  return answer.json<{ fields: { field: string }[] }>().fields.map(({ field }) => field)
}

/** Every call of SCIM. */
const CALLS = (id: string): [ScimMethod, string, object?][] => [
  ['GET', '/Users'],
  ['POST', '/Users', { userName: `new@${DOMAIN}` }],
  ['GET', `/Users/${id}`],
  ['PUT', `/Users/${id}`, { userName: `nia@${DOMAIN}`, active: false }],
  ['PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', path: 'active', value: false }] }],
  ['DELETE', `/Users/${id}`],
  ['GET', '/ServiceProviderConfig'],
  ['GET', '/ResourceTypes'],
  ['GET', '/ResourceTypes/User'],
  ['GET', '/Schemas'],
  ['GET', '/Schemas/urn:ietf:params:scim:schemas:core:2.0:User'],
]

it('this table has every call that is served', () => {
  const served = routesIn(scene.server.app.printRoutes({ commonPrefix: false })).filter((route) => route.includes(SCIM))
  expect(served.toSorted()).toEqual(
    CALLS(':id')
      .map(([method, path]) => `${method} ${SCIM}${path}`)
      .toSorted(),
  )
})

test.each<[string, () => Promise<string | undefined>, string]>([
  ['no key', async () => undefined, '401'],
  ['the session of a manager', async () => `Bearer ${scene.manager.token}`, '401'],
  ['an invented key', async () => 'Bearer prk_invented', '401'],
  ['a key of every other scope', async () => (await keyWith({ scopes: COMBINED_SCOPES })).authorization, '403'],
  ['an expired key', async () => (await keyWith({ last_day: '2026-11-01' })).authorization, '401'],
  [
    'a revoked key',
    async () => {
      const { id, authorization } = await keyWith({})
      await scene.asManager('DELETE', `/identity/v1/organisation/apikey/${id}`)
      return authorization
    },
    '401',
  ],
  [
    'a key of somebody who manages no users any more',
    async () => {
      const maker = await scene.aMember({ roles: ['manager'] })
      const { authorization } = await keyWith({}, maker.id)
      await scene.asManager('PUT', `/identity/v1/organisation/user/${maker.id}`, { roles: ['sender'] })
      return authorization
    },
    '403',
  ],
])('every call is refused with %s', async (_what, headerOf, verdict) => {
  const authorization = await headerOf()
  for (const [method, path, body] of CALLS(user.id))
    expect(verdictOf(await scene.call(method, path, body, { authorization: authorization ?? '' })), path).toBe(verdict)
})

it('calls are limited by the key, and the provider learns when to try again', async () => {
  const { authorization } = await keyWith({ calls_per_minute: 1 })
  await scene.call('GET', '/Users', undefined, { authorization })
  const refused = await scene.call('GET', '/Users', undefined, { authorization })
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

it('a key for provisioning has no other scope, and needs the password of a manager', async () => {
  expect(await wrongIn({ scopes: ['provisioning', 'rates'] })).toEqual(['scopes'])
  expect(await wrongIn({})).toEqual(['current_password'])
  await expect(keyWith({ scopes: ['provisioning', 'rates'] })).rejects.toThrow(/provisioning_alone/)
})

it('managers see where SCIM is, whether a key is valid for it and when it was last called', async () => {
  const shown = (await scene.asManager('GET', SIGN_ON)).json<{ provisioning: object }>().provisioning
  expect(shown).toMatchObject({ base_uri: 'http://127.0.0.1:8080/api/scim/v2', has_key: true })
  expect(shown).toHaveProperty('last_called_at')
  await sql(`update api_key set last_day = '2026-11-01'`)
  const ended = await scene.asManager('GET', SIGN_ON)
  await sql(`update api_key set last_day = '2027-11-20'`)
  expect(ended.json()).toMatchObject({ provisioning: { has_key: false } })
})

describe('another organisation', () => {
  let authorization: string
  beforeAll(async () => {
    const { db } = scene.server.context
    const { organisation_id } = await db
      .selectFrom('app_user')
      .select('organisation_id')
      .where('id', '=', scene.stranger)
      .executeTakeFirstOrThrow()
    await sql(`update app_user set permissions = '{administration}' where id = '${scene.stranger}'`)
    await sql(`insert into sign_on select '${organisation_id}', issuer, client_id, client_secret, plan, role, groups_claim, group_roles,
      passwords from sign_on`)
    await inTransaction(db, (tx) => confirmDomain(tx, organisation_id, 'other.example', new Date()))
    authorization = (await keyWith({}, scene.stranger, organisation_id)).authorization
  })

  it('sees and changes no users of this one', async () => {
    for (const [method, path, body] of CALLS(user.id).filter((row) => row[1].endsWith(user.id)))
      expect(verdictOf(await scene.call(method, path, body, { authorization })), method).toBe('404')
    const list = await scene.call('GET', '/Users', undefined, { authorization })
    expect(list.json()).toMatchObject({ totalResults: 0 })
    expect((await scene.call('GET', `/Users/${user.id}`)).json()).toEqual(user)
  })

  it('cannot create users with its addresses, and may use its names', async () => {
    const foreign = { userName: user.userName }
    expect(verdictOf(await scene.call('POST', '/Users', foreign, { authorization }))).toBe('400 invalidValue')
    const named = { ...foreign, emails: [{ value: 'nia@other.example' }] }
    const own = await scene.call('POST', '/Users', named, { authorization })
    expect(verdictOf(own)).toBe('201')
    expect(own.json<ScimUser>().id).not.toBe(user.id)
  })
})
