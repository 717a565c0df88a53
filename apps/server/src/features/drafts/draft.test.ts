import type { AuthUser } from '@postroom/contract/auth'
import { DRAFTS_MAX, type Draft } from '@postroom/contract/draft'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { testApp, type TestApp } from '../../testing/test-app.ts'

const FORM = 'shipping-single'

let server: TestApp
let demo: AuthUser
let lite: AuthUser
let now = new Date('2026-11-20T10:00:00Z')
beforeAll(async () => {
  server = await testApp({ now: () => now })
  demo = await server.signIn('demo')
  lite = await server.signIn('lite')
})
afterAll(() => server.close())

const save = (user: AuthUser, id: string, values: unknown, form = FORM) =>
  server.as(user, 'PUT', `/identity/v1/user/draft/${id}`, { form, label: 'To Idris', values })
const list = async (user: AuthUser, form = FORM) =>
  (await server.as(user, 'GET', `/identity/v1/user/draft?form=${form}`)).json<{ data: Draft[] }>().data
const later = (minutes: number) => void (now = new Date(now.getTime() + minutes * 60_000))

it('stores a draft under the id of the page until it is deleted', async () => {
  const id = randomUUID()
  expect((await save(demo, id, { weight: '1' })).statusCode).toBe(200)
  later(1)
  expect((await save(demo, id, { weight: '130g' })).json()).toEqual({ id, saved_at: now.toISOString() })
  expect(await list(demo)).toEqual([
    { id, form: FORM, label: 'To Idris', values: { weight: '130g' }, saved_at: now.toISOString() },
  ])
  for (let times = 0; times < 2; times++)
    expect((await server.as(demo, 'DELETE', `/identity/v1/user/draft/${id}`)).statusCode).toBe(200)
  expect(await list(demo)).toEqual([])
})

it('keeps the drafts of two tabs apart, newest first, and those of other forms', async () => {
  const [first, second] = [randomUUID(), randomUUID()]
  await save(demo, first, 1)
  later(1)
  await save(demo, second, 2)
  await save(demo, randomUUID(), 3, 'desktop')
  expect((await list(demo)).map(({ id }) => id)).toEqual([second, first])
  expect((await list(demo, 'desktop')).map(({ values }) => values)).toEqual([3])
})

it('shows a draft to its user only, and lets nobody else change it', async () => {
  const id = randomUUID()
  await save(demo, id, 'hers')
  await save(lite, id, 'of another user')
  await server.as(lite, 'DELETE', `/identity/v1/user/draft/${id}`)
  expect(await list(lite)).toEqual([])
  expect((await list(demo)).find((draft) => draft.id === id)?.values).toBe('hers')
})

it('keeps the newest drafts of a form', async () => {
  for (let n = 0; n <= DRAFTS_MAX; n++) {
    later(1)
    await save(lite, randomUUID(), n)
  }
  const kept = (await list(lite)).map(({ values }) => values)
  expect(kept).toEqual(Array.from({ length: DRAFTS_MAX }, (_none, n) => DRAFTS_MAX - n))
})

test.each([
  ['more than 64 KiB', randomUUID(), { values: 'x'.repeat(64 * 1024) }],
  ['nine levels', randomUUID(), { values: [[[[[[[[[]]]]]]]]] }],
  ['a form with another name', randomUUID(), { form: 'No Form' }],
  ['a label of two lines', randomUUID(), { label: 'a\nb' }],
  ['an id that is none', '1', {}],
])('rejects %s', async (_case, id, change) => {
  const body = { form: FORM, label: '', values: null, ...change }
  expect((await server.as(demo, 'PUT', `/identity/v1/user/draft/${id}`, body)).statusCode).toBe(400)
})
