import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../apps/server/src/testing/free-port.ts'
import { startCaddy, startHaproxy } from '../apps/server/src/testing/proxies.ts'

/** A key of a WebSocket and the answer to it, which HAProxy checks: RFC 6455, 1.3. */
const KEY = 'dGhlIHNhbXBsZSBub25jZQ=='
const ACCEPT = 's3pPLMBiTxaQ9kYGzzhZRbK+xOo='

/** A server that answers with its name, is ready until the test says no, and echoes on an upgraded connection. */
async function standIn(name: string) {
  const state = { ready: true, port: 0 }
  const server = http.createServer((request, response) => {
    if (request.url === '/readyz') response.statusCode = state.ready ? 200 : 503
    response.end(JSON.stringify({ name, from: request.headers['x-forwarded-for'] }))
  })
  server.on('upgrade', (_request, socket) => {
    const upgraded = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n'
    socket.write(`${upgraded}Sec-WebSocket-Accept: ${ACCEPT}\r\n\r\n`)
    socket.on('error', () => {}).pipe(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  state.port = (server.address() as AddressInfo).port
  return state
}

test.each([
  ['HAProxy', startHaproxy],
  ['Caddy', startCaddy],
])('%s carries pages and sockets over TLS, and leaves out a server that is not ready', async (_name, startProxy) => {
  const [one, two] = [await standIn('one'), await standIn('two')]
  const secure = await freePort()
  const { plain, ca, stop } = await startProxy([one.port, two.port], { secure, checkEvery: '100ms' })
  onTestFinished(stop)
  const options = { host: '127.0.0.1', port: secure, ca, servername: 'localhost', agent: false }
  const get = async (where = '/', headers = {}) => {
    const [response] = (await once(
      https.get({ ...options, path: where, headers: { host: 'localhost', ...headers } }),
      'response',
    )) as [http.IncomingMessage]
    const body = (await response.toArray()).join('')
    return { status: response.statusCode, ...(response.statusCode === 200 && (JSON.parse(body) as object)) }
  }
  await expect.poll(() => get().catch(() => undefined), { timeout: 20_000 }).toMatchObject({ status: 200 })
  expect(await get('/', { 'x-forwarded-for': '203.0.113.9' })).toMatchObject({ from: '127.0.0.1' })
  expect(await get('/metrics')).toEqual({ status: 404 })

  const headers = {
    host: 'localhost',
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-key': KEY,
    'sec-websocket-version': '13',
  }
  const request = https.get({ ...options, path: '/hub', headers })
  const [, socket] = (await once(request, 'upgrade')) as [unknown, TLSSocket]
  socket.write('job')
  expect(String((await once(socket, 'data'))[0])).toBe('job')
  socket.destroy()

  one.ready = false
  const eight = async () => Promise.all(Array.from({ length: 8 }, () => get()))
  const fromTwo = { status: 200, name: 'two', from: '127.0.0.1' }
  await expect.poll(eight, { timeout: 20_000 }).toEqual(Array.from({ length: 8 }, () => fromTwo))
  two.ready = false
  await expect.poll(() => get(), { timeout: 20_000 }).toEqual({ status: 503 })

  const toPlain = { port: plain, host: '127.0.0.1', path: '/a', headers: { host: 'localhost' }, agent: false }
  const [redirect] = (await once(http.get(toPlain), 'response')) as [http.IncomingMessage]
  expect([redirect.statusCode, redirect.headers.location]).toEqual([
    308,
    expect.stringMatching(/^https:\/\/localhost(?::\d+)?\/a$/),
  ])
})
