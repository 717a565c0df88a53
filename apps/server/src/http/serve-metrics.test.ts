import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newMetrics, type Metrics } from '../operation/metrics.ts'
import { testApp, type TestApp } from '../testing/test-app.ts'
import { crash } from '../testing/test-database.ts'

let server: TestApp
let counters: Metrics
beforeAll(async () => {
  counters = newMetrics()
  server = await testApp({}, { metrics: { counters, open: false } })
})
afterAll(() => server.close())

const read = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  server.app.inject({ url: '/metrics', headers, remoteAddress })
const lines = async () => (await read()).body.split('\n')

describe('without METRICS=open', () => {
  it.each([
    ['127.0.0.1', {}, 200],
    ['127.1.2.3', {}, 200],
    ['::1', {}, 200],
    ['::ffff:127.0.0.1', {}, 200],
    ['192.0.2.1', {}, 404],
    ['::2', {}, 404],
    ['::ffff:192.0.2.1', {}, 404],
    ['127.0.0.1', { 'x-forwarded-for': '192.0.2.1' }, 404],
    ['127.0.0.1', { forwarded: 'for=192.0.2.1' }, 404],
  ])('a client at %s with %j gets %i', async (address, headers: Record<string, string>, status) => {
    expect((await read(headers, address)).statusCode).toBe(status)
  })
})

it('with METRICS=open every client gets them', async () => {
  const open = await testApp({}, { metrics: { counters: newMetrics(), open: true } })
  const request = { url: '/metrics', remoteAddress: '192.0.2.1', headers: { 'x-forwarded-for': '192.0.2.2' } }
  expect((await open.app.inject(request)).statusCode).toBe(200)
  await open.close()
})

it('is the text format of Prometheus, and is not cached', async () => {
  expect((await read()).headers).toMatchObject({
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'cache-control': 'no-store',
  })
})

it('counts every request by method, route and status, with its duration in seconds', async () => {
  await server.app.inject({ url: '/api/stamp/v1/shipment/7?text=secret' })
  await server.app.inject({ url: '/nowhere/at/all' })
  const counted = await lines()
  const exposed = counted.join('\n')
  expect(counted).toContain(
    'postroom_http_request_seconds_count{method="GET",route="/api/stamp/v1/shipment/:id",status="401"} 1',
  )
  expect(counted).toContain('postroom_http_request_seconds_count{method="GET",route="none",status="404"} 1')
  expect(exposed).not.toContain('secret')
  const [, seconds] = /^postroom_http_request_seconds_sum\{.*route="none".*\} (\S+)$/m.exec(exposed) ?? []
  expect(Number(seconds)).toBeGreaterThan(0)
  expect(Number(seconds)).toBeLessThan(1)
  const limits = [...exposed.matchAll(/^postroom_http_request_seconds_bucket\{le="([^"]+)".*route="none"/gm)]
  expect(limits.map(([, limit]) => limit)).toEqual(['0.01', '0.03', '0.1', '0.3', '1', '3', '10', '30', '+Inf'])
  expect(exposed).toMatch(/^nodejs_eventloop_lag_seconds /m)
})

const connections = async (use: string): Promise<number> =>
  Number(new RegExp(`^postroom_database_connections\\{use="${use}"\\} (\\d+)$`, 'm').exec((await read()).body)?.[1])

it('counts how many connections to the database are busy, idle and awaited', async () => {
  const { pool, platformPool } = server.context
  const before = await connections('busy')
  const held = await Promise.all([pool.connect(), pool.connect(), platformPool.connect()])
  expect(await connections('busy')).toBe(before + 3)
  for (const one of held) one.release()
  expect([await connections('busy'), await connections('awaited')]).toEqual([before, 0])
  expect(await connections('idle')).toBe(pool.idleCount + platformPool.idleCount)
  expect(pool.idleCount).toBeGreaterThan(1)
  expect(platformPool.idleCount).toBeGreaterThan(0)
})

it('counts how many wait for a connection', async () => {
  const { platformPool } = server.context
  const held = await Promise.all(Array.from({ length: platformPool.options.max }, () => platformPool.connect()))
  const awaited = platformPool.connect()
  const counted = connections('awaited')
  await expect.poll(() => platformPool.waitingCount).toBe(2) // the metrics themselves come after it
  for (const one of held) one.release()
  ;(await awaited).release()
  expect(await counted).toBe(1)
})

it('says that there is no open work and no stop of sales', async () => {
  const exposed = await lines()
  expect(exposed.filter((line) => line.startsWith('postroom_long_reads_total'))).toEqual([])
  for (const line of [
    'postroom_database_up 1',
    'postroom_selling_stopped 0',
    'postroom_open_purchases{state="AUTHORISED"} 0',
    'postroom_open_purchases{state="VOID_REQUESTED"} 0',
    'postroom_oldest_open_purchase_seconds 0',
  ])
    expect(exposed).toContain(line)
})

it('says only that the database is away while it is', async () => {
  const { back } = await crash(server.database)
  try {
    const exposed = await lines()
    expect(exposed).toContain('postroom_database_up 0')
    expect(exposed.filter((line) => /^postroom_(?:selling_stopped|open_purchases|oldest)/.test(line))).toEqual([])
  } finally {
    await back()
  }
  await expect.poll(lines).toContain('postroom_selling_stopped 0')
})
