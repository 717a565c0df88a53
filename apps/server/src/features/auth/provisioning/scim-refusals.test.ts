import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { scimScene, verdictOf, type ScimUser } from '../../../testing/sign-on/scim-scene.ts'
import { DOMAIN } from '../../../testing/sign-on/sign-on-scene.ts'

let scene: Awaited<ReturnType<typeof scimScene>>
let count = 0
let user: ScimUser
beforeAll(async () => {
  scene = await scimScene()
})
afterAll(() => scene.close())
beforeEach(async () => {
  user = await scene.created({ userName: `nia-${++count}@${DOMAIN}`, name: { givenName: 'Nia' } })
})

const patch = (...Operations: unknown[]) => scene.call('PATCH', `/Users/${user.id}`, { Operations })
const times = <T>(n: number, value: T): T[] => Array.from({ length: n }, () => value)
const list = async (query: string) =>
  (await scene.call('GET', `/Users?${query}`)).json<{ totalResults: number; startIndex: number; Resources: object[] }>()
const rename = { op: 'replace', path: 'displayName', value: 'Nia' }

it('answers errors in the form of SCIM, with its media type', async () => {
  const answer = await scene.call('GET', '/Users/unknown')
  expect(answer.headers['content-type']).toMatch(/^application\/scim\+json/)
  expect(answer.json()).toEqual({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: '404',
    detail: 'This organisation has no such user who is managed by SCIM.',
  })
  expect(verdictOf(await scene.call('GET', '/Groups'))).toBe('404')
  expect(verdictOf(await scene.call('POST', '/Users/.search', {}))).toBe('404')
})

test.each<[string, unknown, string]>([
  ['half a body', '{"userName":', '400 invalidSyntax'],
  ['no body', '', '400 invalidSyntax'],
  ['a list', [], '400 invalidSyntax'],
  ['__proto__', '{"__proto__":{"active":true}}', '400 invalidSyntax'],
  ['no userName', { emails: [{ value: `x@${DOMAIN}` }] }, '400 invalidValue'],
  ['a userName that is null', { userName: null }, '400 invalidValue'],
  ['a userName of two lines', { userName: `a\nb@${DOMAIN}` }, '400 invalidValue'],
  ['a userName that is too long', { userName: `${'x'.repeat(200)}@${DOMAIN}` }, '400 invalidValue'],
  ['a userName that is no address, and no address', { userName: 'nia' }, '400 invalidValue'],
  ['an address of another domain', { userName: 'nia@elsewhere.example' }, '400 invalidValue'],
  ['an address of a domain below', { userName: `nia@sub.${DOMAIN}` }, '400 invalidValue'],
  ['an address that is none', { userName: 'x', emails: [{ value: 'x' }] }, '400 invalidValue'],
  ['too many addresses', { userName: 'x', emails: times(21, { value: `x@${DOMAIN}` }) }, '400 invalidValue'],
  ['active in other words', { userName: `x@${DOMAIN}`, active: 'no' }, '400 invalidValue'],
  ['active as null', { userName: `x@${DOMAIN}`, active: null }, '400 invalidValue'],
  ['a name in one word', { userName: `x@${DOMAIN}`, name: 'Nia' }, '400 invalidValue'],
  ['more than 64 KiB', { userName: `x@${DOMAIN}`, title: 'x'.repeat(64 * 1024) }, '413'],
])('a user with %s is refused', async (_what, body, verdict) => {
  expect(verdictOf(await scene.call('POST', '/Users', body as object))).toBe(verdict)
})

test.each<[string, unknown[], string]>([
  ['no operation', [], '400 invalidSyntax'],
  ['101 operations', times(101, rename), '400 invalidSyntax'],
  ['100 operations', times(100, rename), '200'],
  ['another op', [{ op: 'move', path: 'active' }], '400 invalidSyntax'],
  ['an operation that is none', ['replace'], '400 invalidSyntax'],
  ['a path that is none', [{ op: 'replace', path: 'emails[type eq', value: 'x' }], '400 invalidPath'],
  ['an empty path', [{ op: 'replace', path: '', value: 'x' }], '400 invalidPath'],
  ['no path and no object', [{ op: 'replace', value: 'x' }], '400 noTarget'],
  ['nothing to remove', [{ op: 'remove' }], '400 noTarget'],
  ['another id', [{ op: 'replace', path: 'id', value: 'x' }], '400 mutability'],
  ['userName removed', [{ op: 'remove', path: 'userName' }], '400 invalidValue'],
  ['active removed', [{ op: 'remove', path: 'active' }], '400 invalidValue'],
  [
    'a foreign address',
    [{ op: 'replace', path: 'emails', value: [{ value: 'x@elsewhere.example' }] }],
    '400 invalidValue',
  ],
  ['an attribute that nobody knows', [{ op: 'add', path: 'shoeSize', value: 43 }], '200'],
  [
    'names removed',
    [
      { op: 'remove', path: 'name' },
      { op: 'remove', path: 'externalId' },
    ],
    '200',
  ],
])('a change with %s', async (_what, operations, verdict) => {
  expect(verdictOf(await patch(...operations))).toBe(verdict)
})

it('a change of which one operation is refused changes nothing', async () => {
  const disable = { op: 'replace', path: 'active', value: false }
  expect(verdictOf(await patch(disable, { op: 'replace', path: 'emails.value', value: 'x' }))).toBe('400 invalidValue')
  expect((await scene.call('GET', `/Users/${user.id}`)).json()).toEqual(user)
})

describe('a list', () => {
  test.each([
    ['userName sw "nia"', '400 invalidFilter'],
    ['userName eq nia', '400 invalidFilter'],
    ['userName eq "nia" and active eq true', '400 invalidFilter'],
    ['emails.value eq "nia"', '400 invalidFilter'],
    ['userName eq "a\\u0000"', '400 invalidFilter'],
    ['userName eq "a\\x"', '400 invalidFilter'],
    ['', '400 invalidFilter'],
    ['USERNAME EQ "nobody"', '200'],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "a\\"b"', '200'],
  ])('with the filter %s', async (filter, verdict) => {
    expect(verdictOf(await scene.call('GET', `/Users?filter=${encodeURIComponent(filter)}`))).toBe(verdict)
  })

  test.each([
    ['startIndex=x', '400 invalidValue'],
    ['count=1.5', '400 invalidValue'],
    ['count=1&count=2', '400 invalidValue'],
    ['startIndex=99999999999', '400 invalidValue'],
    ['startIndex=-5&count=-1', '200'],
    ['sortBy=userName', '200'],
  ])('with %s', async (query, verdict) => {
    expect(verdictOf(await scene.call('GET', `/Users?${query}`))).toBe(verdict)
  })

  it('has at most a hundred users, and none where only their number is wanted', async () => {
    const all = await list('count=5000')
    expect(all.Resources.length).toBe(Math.min(all.totalResults, 100))
    expect(await list('count=0')).toMatchObject({ totalResults: all.totalResults, Resources: [] })
    expect(await list(`startIndex=${all.totalResults + 1}`)).toMatchObject({
      totalResults: all.totalResults,
      Resources: [],
    })
    expect((await list(`startIndex=2&count=1`)).Resources).toEqual([all.Resources[1]])
  })
})

test.each([
  ['attributes=userName,name.givenName', ['id', 'name', 'schemas', 'userName']],
  ['attributes=urn:ietf:params:scim:schemas:core:2.0:User:active', ['active', 'id', 'schemas']],
  ['excludedAttributes=NAME,emails,meta,id', ['active', 'displayName', 'id', 'schemas', 'userName']],
])('returns of a user what %s asks for', async (query, names) => {
  const one = (await scene.call('GET', `/Users/${user.id}?${query}`)).json<object>()
  expect(Object.keys(one).toSorted()).toEqual(names)
  const filter = encodeURIComponent(`userName eq "${user.userName}"`)
  expect((await list(`${query}&filter=${filter}`)).Resources).toEqual([one])
})

interface Attribute {
  name: string
  type: string
  multiValued: boolean
  required: boolean
  mutability: string
  returned: string
  caseExact?: boolean
  uniqueness?: string
  subAttributes?: Attribute[]
}

it('describes each attribute of a user', async () => {
  const path = '/Schemas/urn:ietf:params:scim:schemas:core:2.0:User'
  const { attributes } = (await scene.call('GET', path)).json<{ attributes: Attribute[] }>()
  const line = (of: Attribute, parent = ''): string[] => [
    [
      `${parent}${of.name}: ${of.type}`,
      of.multiValued && 'several',
      of.required && 'required',
      of.mutability !== 'readWrite' && of.mutability,
      of.returned !== 'default' && of.returned,
      of.caseExact,
      of.uniqueness,
    ]
      .filter(Boolean)
      .join(' '),
    ...(of.subAttributes ?? []).flatMap((sub) => line(sub, `${of.name}.`)),
  ]
  expect(attributes.flatMap((one) => line(one))).toEqual([
    'userName: string required server',
    'displayName: string none',
    'name: complex',
    'name.formatted: string none',
    'name.givenName: string none',
    'name.familyName: string none',
    'emails: complex several',
    'emails.value: string none',
    'emails.type: string readOnly none',
    'emails.primary: boolean readOnly',
    'active: boolean',
  ])
  const named = attributes.filter(({ caseExact }) => caseExact !== undefined).map(({ name }) => name)
  expect(named).toEqual(['userName', 'displayName'])
})

it('describes what it does, and no more', async () => {
  const config = (await scene.call('GET', '/ServiceProviderConfig')).json<Record<string, { supported: boolean }>>()
  const does = Object.entries(config).filter(([, { supported }]) => supported)
  expect(does.map(([name]) => name)).toEqual(['patch', 'filter'])
  expect((await scene.call('GET', '/ResourceTypes')).json()).toMatchObject({
    totalResults: 1,
    Resources: [{ id: 'User' }],
  })
  const id = 'urn:ietf:params:scim:schemas:core:2.0:User'
  expect((await scene.call('GET', `/Schemas/${id}`)).json()).toMatchObject({ id, name: 'User' })
  expect(config).toMatchObject({
    bulk: { maxOperations: 0, maxPayloadSize: 0 },
    filter: { maxResults: 100 },
    authenticationSchemes: [{ type: 'oauthbearertoken', primary: true }],
  })
})
