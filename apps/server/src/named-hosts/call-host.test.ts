import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, test } from 'vitest'
import { callHost, mayBeCalled, type HostCall } from './call-host.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

async function host(listener: RequestListener): Promise<URL> {
  const server = createServer(listener)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  stops.push(() => server.close().closeAllConnections())
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/orders?page=2`)
}

const call = (url: URL, more: Partial<HostCall> = {}) =>
  callHost({ url, method: 'GET', headers: {}, isPrivateAllowed: true, withinMs: 5_000, mostBytes: 10, ...more })

test.each([
  ['123456789', '123456789', true],
  ['1234567890', '1234567890', true],
  ['12345678901', '1234567890', false],
])('of the answer %s at most ten bytes are read', async (sent, read, isWhole) => {
  const url = await host((_request, response) => void response.writeHead(418, { 'x-of': 'tea' }).end(sent))
  const answer = await call(url)
  expect(answer).toMatchObject({ status: 418, headers: { 'x-of': 'tea' }, isWhole })
  expect(answer.body.toString()).toBe(read)
})

test.each([
  ['no body', {}, 'GET /orders?page=2 ', { accept: 'application/json', 'user-agent': 'Postroom' }, undefined],
  ['a body', { method: 'POST', body: 'é' }, 'POST /orders?page=2 é', { 'content-type': 'application/json' }, '2'],
  [
    'headers of its own',
    { method: 'PUT', body: 'a=1', headers: { 'content-type': 'text/plain', accept: '*/*' } },
    'PUT /orders?page=2 a=1',
    { accept: '*/*', 'content-type': 'text/plain' },
    '3',
  ],
] as const)('a call with %s', async (_what, more, heard, headers, length) => {
  const said: [string, object][] = []
  const url = await host((request, response) => {
    const parts: Buffer[] = []
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        said.push([`${request.method} ${request.url} ${Buffer.concat(parts).toString()}`, request.headers])
        response.end()
      })
  })
  await call(url, more)
  expect(said).toMatchObject([[heard, headers]])
  expect((said[0]![1] as Record<string, string>)['content-length']).toBe(length)
})

it('a host that does not answer in time is unreachable', async () => {
  const url = await host(() => {})
  await expect(call(url, { withinMs: 50 })).rejects.toMatchObject({ trouble: 'unreachable' })
})

test.each([
  ['https://shop.example', false, true],
  ['http://shop.example', false, false],
  ['https://93.184.216.34', false, true],
  ['https://10.0.0.1', false, false],
  ['https://[2606:4700::1]', false, true],
  ['https://[::1]', false, false],
  ['ftp://shop.example', false, false],
  ['https://10.0.0.1', true, true],
  ['http://[::1]', true, true],
  ['ftp://shop.example', true, false],
])('%s, where private hosts are allowed: %s, may be called: %s', (url, isPrivateAllowed, may) => {
  expect(mayBeCalled(new URL(url), { isPrivateAllowed })).toBe(may)
})
