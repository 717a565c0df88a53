import type { AuthUser } from '@postroom/contract/auth'
import type { ErrorBody } from '@postroom/contract/errors'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { testApp, type TestApp } from '../../testing/test-app.ts'

let server: TestApp
let demo: AuthUser
let lite: AuthUser
beforeAll(async () => {
  server = await testApp()
  demo = await server.signIn('demo')
  lite = await server.signIn('lite')
})
afterAll(() => server.close())

const path = (key: string) => `/identity/v1/user/data?key=${encodeURIComponent(key)}`
const put = (user: AuthUser, key: string, json: string) =>
  server.app.inject({
    method: 'PUT',
    url: `/api${path(key)}`,
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
    payload: json,
  })
const get = (user: AuthUser, key: string) => server.as(user, 'GET', path(key))
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test.each([
  ['an object', '{"columns":["to","price"],"dense":true}'],
  ['a list', '[1,2,[3]]'],
  ['a text', '"\\u0000 and \\ud800 and é"'],
  ['a number', '-1.5e-7'],
  ['nothing', 'null'],
  ['names of columns', '{"plan":"full","permissions":["administration"],"constructor":"x"}'],
  ['eight levels', nested(8)],
  ['64 KiB', `"${'é'.repeat(32 * 1024 - 1)}"`],
])('stores %s', async (_case, json) => {
  expect((await put(demo, 'any', json)).statusCode).toBe(200)
  const answer = await get(demo, 'any')
  expect(answer.json()).toEqual({ key: 'any', value: JSON.parse(json) as unknown })
})

test.each([
  ['nine levels', nested(9), 'invalid_request'],
  ['a hundred thousand levels', nested(100_000), 'invalid_request'],
  ['one byte above 64 KiB', `"${'é'.repeat(32 * 1024 - 1)}x"`, 'invalid_request'],
  ['more than any body may have', `"${'x'.repeat(1024 * 1024)}"`, 'body_too_large'],
  ['no JSON', '{', 'malformed_json'],
  ['no body', '', 'malformed_json'],
  ['__proto__', '{"__proto__":{"plan":"full"}}', 'malformed_json'],
  ['__proto__ inside', '{"a":[{"\\u005f_proto__":{"plan":"full"}}]}', 'malformed_json'],
  ['a prototype', '{"constructor":{"prototype":{"plan":"full"}}}', 'malformed_json'],
])('refuses %s', async (_case, json, code) => {
  expect((await put(demo, 'refused', json)).json<ErrorBody>().code).toBe(code)
  expect((await get(demo, 'refused')).json()).toEqual({ key: 'refused' })
  expect(({} as { plan?: string }).plan).toBeUndefined()
})

it('stores null when a call has no body', async () => {
  expect((await server.as(demo, 'PUT', path('empty'))).statusCode).toBe(200)
  expect((await get(demo, 'empty')).json()).toEqual({ key: 'empty', value: null })
})

test.each([
  ['', 400],
  ['A', 400],
  ['a b', 400],
  ['../x', 400],
  ['a'.repeat(65), 400],
  ['a'.repeat(64), 200],
  ['a.b_c-1', 200],
])('answers key %j with %i', async (key, status) => {
  expect((await put(demo, key, '1')).statusCode).toBe(status)
})

it('refuses a repeated key parameter', async () => {
  const answer = await server.as(demo, 'PUT', '/identity/v1/user/data?key=a&key=b', {})
  expect(answer.statusCode).toBe(400)
})

it('keeps the data of each user apart, colleagues included, and changes nothing else', async () => {
  await put(demo, 'shared', '{"plan":"lite","fullname":"X"}')
  expect((await get(lite, 'shared')).json()).toEqual({ key: 'shared' })
  await put(lite, 'shared', '"of lite"')
  expect((await get(demo, 'shared')).json()).toMatchObject({ value: { plan: 'lite' } })
  expect((await server.as(demo, 'GET', `/identity/v1/user/${demo.id}`)).json()).toMatchObject({
    plan: 'full',
    fullname: 'Angharad Kendall',
  })
})

it('stores at most a hundred keys, also under concurrent calls', async () => {
  const own = await server.context.db.selectFrom('user_data').select('key').where('user_id', '=', demo.id).execute()
  const answers = await Promise.all(Array.from({ length: 120 }, (_, key) => put(demo, `at-once-${key}`, '1')))
  const kept = answers.filter(({ statusCode }) => statusCode === 200)
  expect(kept).toHaveLength(100 - own.length)
})

it('stores a hundred keys for one user, and lets each be replaced', async () => {
  for (let key = 1; key <= 99; key++) await put(lite, `k${key}`, '1')
  expect((await put(lite, 'one-more', '1')).json<ErrorBody>().fields).toMatchObject([{ field: 'key', code: 'too_big' }])
  expect((await put(lite, 'shared', '2')).statusCode).toBe(200)
})
