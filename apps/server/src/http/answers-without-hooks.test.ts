import net, { type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { testApp, type TestApp } from '../testing/test-app.ts'
import { securityHeaders } from './security-headers.ts'

const PUBLIC_URL = 'https://post.example'
let server: TestApp
let port: number
beforeAll(async () => {
  server = await testApp()
  server.context.settings.publicUrl = PUBLIC_URL
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as AddressInfo).port
})
afterAll(() => server.close())

/** Sends these bytes on a new connection. Returns what the server writes until it closes the connection. */
const written = (bytes: string): Promise<string> => {
  const socket = net.connect(port, '127.0.0.1')
  socket.write(bytes)
  return text(socket)
}
const get = (path: string, ...lines: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: x', ...lines, 'Connection: close', '', ''].join('\r\n')
const upgrade = (path: string, ...lines: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: upgrade', 'Upgrade: websocket', ...lines, '', ''].join('\r\n')
const SOCKET = '/api/iot/v1/hub/socket'
const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='

test.each([
  ['a malformed path', get('/%zz'), 400],
  ['a malformed path of the API', get('/api/%zz'), 400],
  ['a parameter that is too long', get(`/api/identity/v1/user/${'a'.repeat(300)}`), 400],
  ['something other than HTTP', 'HELO post.example\r\n\r\n', 400],
  ['a malformed chunk', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 400],
  ['headers above 16 KiB', get('/', `X-Long: ${'a'.repeat(20_000)}`), 431],
  ['a request without a Host header', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['an unknown expectation', get('/healthz', 'Expect: cake'), 417],
  ['a method without a route', get('/').replace('GET', 'PROPFIND'), 404],
  ['an upgrade of a path that takes none', upgrade('/nowhere', KEY, 'Sec-WebSocket-Version: 13'), 404],
  ['an upgrade from another site', upgrade(SOCKET, KEY, 'Sec-WebSocket-Version: 13', 'Origin: https://evil.test'), 403],
  ['an upgrade without a key', upgrade(SOCKET, 'Sec-WebSocket-Version: 13'), 400],
  ['an upgrade with an unsupported version', upgrade(SOCKET, KEY, 'Sec-WebSocket-Version: 99'), 400],
])('%s is answered with all security headers', async (_case, bytes, status) => {
  const [head = '', body = ''] = (await written(bytes)).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  const lines = head.toLowerCase().split('\r\n')
  const expected = Object.entries(securityHeaders(server.context))
  expect(expected.length).toBeGreaterThan(8)
  expect(expected.filter(([name, value]) => !lines.includes(`${name}: ${value}`.toLowerCase()))).toEqual([])
  if (body) expect(body).not.toMatch(/node_modules|Parse Error| at /)
})

it('a request on an open connection during the stop is answered with all security headers', async () => {
  const stopped = await testApp()
  await stopped.app.listen({ port: 0, host: '127.0.0.1' })
  const { port: own } = stopped.app.server.address() as AddressInfo
  const socket = net.connect(own, '127.0.0.1')
  const answers = text(socket)
  const request = 'GET /healthz HTTP/1.1\r\nHost: x\r\n'
  socket.write(`${request}\r\n${request}`) // one request and half of another: the connection is still busy when the first is answered
  await expect.poll(() => socket.bytesRead).toBeGreaterThan(0)
  const closed = stopped.app.close()
  await expect.poll(() => stopped.app.server.listening).toBe(false)
  socket.write('\r\n')
  expect(await answers).toMatch(/^HTTP\/1\.1 200 [^]*HTTP\/1\.1 503 [^]*content-security-policy: default-src/i)
  await closed
  await stopped.database.close()
})
