import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, test } from 'vitest'
import * as z from 'zod'
import { callShop } from './call-shop.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

async function answering(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const call = (url: string, isPrivateAllowed = true) =>
  callShop(
    { url, headers: { authorization: 'Basic c2VjcmV0' }, isPrivateAllowed },
    { path: '/orders', answer: z.array(z.unknown()) },
  )

test.each([
  'http://example.com',
  'https://127.0.0.1',
  'https://[::1]',
  'https://[::ffff:127.0.0.1]',
  'https://10.1.2.3',
  'https://169.254.169.254',
  'https://2130706433', // 127.0.0.1 as one number
  'https://0x7f.1',
  'https://localhost',
  'https://[fd00::1]',
  'https://[64:ff9b::7f00:1]', // 127.0.0.1 behind NAT64
])('%s is refused before anything is sent', async (url) => {
  await expect(call(url, false)).rejects.toMatchObject({ trouble: 'address_refused' })
})

it('follows no redirect, and sends its key to no other host', async () => {
  let reached = false
  const other = await answering((_request, response) => {
    reached = true
    response.end('[]')
  })
  const shop = await answering(
    (_request, response) => void response.writeHead(302, { location: `${other}/orders` }).end(),
  )
  await expect(call(shop)).rejects.toMatchObject({ trouble: 'not_understood' })
  expect(reached).toBe(false)
})

it('waits as long as a busy shop asks for, and gives up on one that stays busy for long', async () => {
  let asked = 0
  const busy = await answering((_request, response) => {
    if (asked++ === 0) response.writeHead(429, { 'retry-after': '0.1' }).end()
    else response.end('[]')
  })
  expect((await call(busy)).answer).toEqual([])
  const closed = await answering((_request, response) => void response.writeHead(429, { 'retry-after': '3600' }).end())
  await expect(call(closed)).rejects.toMatchObject({ trouble: 'busy' })
})

it('asks a busy shop six times', async () => {
  let asked = 0
  const busy = await answering((_request, response) => {
    asked++
    response.writeHead(429, { 'retry-after': '0.01' }).end()
  })
  await expect(call(busy)).rejects.toMatchObject({ trouble: 'busy' })
  expect(asked).toBe(6)
})

it('does not wait for a shop that is busy for more than ten seconds', async () => {
  let asked = 0
  const busy = await answering((_request, response) => {
    asked++
    response.writeHead(429, { 'retry-after': '10.1' }).end()
  })
  await expect(call(busy)).rejects.toMatchObject({ trouble: 'busy' })
  expect(asked).toBe(1)
})

/** Answers every call with a status and a list, which is what the calls of these tests want. */
function ending(status: number): RequestListener {
  return (_request, response) => void response.writeHead(status).end('[]')
}

test.each<[string, RequestListener, string]>([
  ['a refused key', ending(401), 'refused'],
  ['a key without the right', ending(403), 'refused'],
  ['a thing that is gone', ending(404), 'not_found'],
  ['a call that took too long', ending(408), 'unreachable'],
  ['an error of the shop', ending(500), 'unreachable'],
  ['a call that is wrong', ending(400), 'not_understood'],
  ['several choices', ending(300), 'not_understood'],
  ['a page that is not JSON', (_request, response) => void response.end('<html>'), 'not_understood'],
  ['JSON of another shape', (_request, response) => void response.end('{"orders":1}'), 'not_understood'],
  ['an answer without end', (_request, response) => flood(response), 'not_understood'],
  ['a broken connection', (request) => void request.destroy(), 'unreachable'],
  [
    'an answer that breaks off',
    (_request, response) => void response.writeHead(200, { 'content-length': '9' }).end('['),
    'unreachable',
  ],
])('%s', async (_what, listener, trouble) => {
  await expect(call(await answering(listener))).rejects.toMatchObject({ trouble })
})

function flood(response: Parameters<RequestListener>[1]): void {
  const part = Buffer.alloc(1024 * 1024, ' ')
  const more = (): void => {
    if (!response.destroyed) response.write(part, more)
  }
  more()
}

it('nobody listens', async () => {
  await expect(call('http://127.0.0.1:1')).rejects.toMatchObject({ trouble: 'unreachable' })
})
