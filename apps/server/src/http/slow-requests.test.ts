import net, { type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { testApp, type TestApp } from '../testing/test-app.ts'
import { endSlowRequests } from './slow-requests.ts'

const WITHIN_MS = 400
let server: TestApp
let port: number
let token: string
beforeAll(async () => {
  server = await testApp({}, { requestWithinMs: WITHIN_MS })
  token = (await server.signIn()).token
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as AddressInfo).port
})
afterAll(() => server.close())

/**
 * Sends `start`, then one of `drops` at a time for far longer than a request may take. @returns what the server sent,
 * and when it closed the connection
 */
async function dribble(start: string, drops: string) {
  const socket = net.connect(port, '127.0.0.1').on('error', () => {})
  let answer = ''
  socket.on('data', (data) => (answer += String(data)))
  const began = performance.now()
  const closed = new Promise<number>((resolve) => socket.on('close', () => resolve(performance.now() - began)))
  socket.write(start)
  for (let sent = 0; sent < 100 && !socket.destroyed; sent++) {
    socket.write(drops[sent % drops.length]!)
    await sleep(WITHIN_MS / 10)
  }
  socket.destroy()
  return { answer, ms: await closed }
}

const RATE = 'POST /api/stamp/v1/shipment/rate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

test.each([
  ['headers', () => 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'a'],
  ['a request line', () => 'GET /', 'a'],
  ['a body of known length', () => `${RATE}Authorization: Bearer ${token}\r\nContent-Length: 9000\r\n\r\n{`, ' '],
  [
    'a body in chunks',
    () => `${RATE}Authorization: Bearer ${token}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    '1\r\n \r\n',
  ],
])('ends a request whose %s arrives too slowly with 408', async (_case, start, drops) => {
  const { answer, ms } = await dribble(start(), drops)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('"code":"request_timeout"')
  expect(ms).toBeGreaterThanOrEqual(WITHIN_MS)
  expect(ms).toBeLessThan(WITHIN_MS * 5) // without the limit: 100 drops take ten times as long
})

it('the next request on a connection has the same time', async () => {
  const { answer } = await dribble(
    'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ',
    'a',
  )
  expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*HTTP\/1\.1 408 /)
})

it('the limit is 30 seconds, checked every second', async () => {
  expect(endSlowRequests()).toEqual({
    requestTimeout: 30_000,
    http: { headersTimeout: 30_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 },
  })
  const usual = await testApp()
  expect(usual.app.server).toMatchObject({ headersTimeout: 30_000, requestTimeout: 30_000 })
  await usual.close()
})
