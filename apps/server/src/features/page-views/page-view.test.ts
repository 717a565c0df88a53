import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { asOwner } from '../../testing/test-database.ts'
import { viewsSince } from './page-view.store.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())
beforeEach(async () => void (await asOwner(server.database.url, 'delete from page_view')))

const view = (payload: object) => server.app.inject({ method: 'POST', url: '/api/stamp/v1/page-view', payload })
const at = (instant: string) => void (server.context.now = () => new Date(instant))
const rows = async () =>
  (await sql`select day::text, page, views from page_view order by 1, 2`.execute(server.context.db)).rows

it('counts by page and UK day; in summer a UK day begins an hour before midnight UTC', async () => {
  at('2026-07-01T22:59:59Z')
  await view({ page: 'home' })
  at('2026-07-01T23:00:00Z')
  await Promise.all([view({ page: 'home' }), view({ page: 'home' }), view({ page: 'login' })])
  expect(await rows()).toEqual([
    { day: '2026-07-01', page: 'home', views: 1 },
    { day: '2026-07-02', page: 'home', views: 2 },
    { day: '2026-07-02', page: 'login', views: 1 },
  ])
})

it.each([
  ['a page that is not on the list', { page: '/app/home?q=Llewellyn' }],
  ['more than the page', { page: 'home', user: 'angharad' }],
  ['nothing', {}],
])('refuses %s and counts nothing', async (_case, payload) => {
  expect((await view(payload)).json()).toMatchObject({ code: 'invalid_request' })
  expect(await rows()).toEqual([])
})

it('sums the days from a day on, the most viewed page first', async () => {
  for (const [instant, page] of [
    ['2026-11-01T12:00:00Z', 'home'],
    ['2026-11-02T12:00:00Z', 'home'],
    ['2026-11-02T12:00:00Z', 'many'],
    ['2026-11-03T12:00:00Z', 'many'],
    ['2026-11-03T12:00:00Z', 'login'],
    ['2026-11-03T12:00:00Z', 'desk'],
  ] as const) {
    at(instant)
    await view({ page })
  }
  expect(await viewsSince(server.context.db, '2026-11-02')).toEqual([
    { page: 'many', views: 2 },
    ...['desk', 'home', 'login'].map((page) => ({ page, views: 1 })),
  ])
})
