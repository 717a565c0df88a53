import Fastify from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { serveHealth } from './health.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const READY = { statusCode: 200, body: '{"status":"ready"}' }
const NOT_READY = { statusCode: 503, body: '{"status":"not_ready"}' }

function served(isReady: () => Promise<boolean>) {
  const app = Fastify()
  serveHealth(app, isReady)
  return (url: string) => app.inject({ url })
}

it.each([
  ['can serve', () => Promise.resolve(true), READY],
  ['cannot serve', () => Promise.resolve(false), NOT_READY],
  ['does not know', () => Promise.reject(new Error('the database is away')), NOT_READY],
])('a process that %s says so, and runs', async (_what, isReady, answer) => {
  const get = served(isReady)
  expect(await get('/readyz')).toMatchObject({ ...answer, headers: { 'cache-control': 'no-store' } })
  const runs = { statusCode: 200, body: '{"status":"ok"}', headers: { 'cache-control': 'no-store' } }
  expect(await get('/healthz')).toMatchObject(runs)
})

it('a process whose database never answers is not ready after three seconds', async () => {
  const answered = vi.fn<(answer: object) => void>()
  const asked = served(() => new Promise<never>(() => {}))('/readyz').then(answered)
  await vi.advanceTimersByTimeAsync(2_999)
  expect(answered).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await asked
  expect(answered).toHaveBeenCalledWith(expect.objectContaining(NOT_READY))
})
