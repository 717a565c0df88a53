import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LookupQuery } from '@postroom/contract/address-calls'
import { afterEach, describe, expect, it, test } from 'vitest'
import type { LookupFailed } from './address-lookup.ts'
import { httpLookup } from './http-lookup.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections()
})

/** A look-up service that answers like `listener`, and its address. */
async function service(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const query = (change: Partial<LookupQuery> = {}): LookupQuery => ({
  country: 'GB',
  city: '',
  postal_code: 'NW1 8LH',
  state_province: '',
  id: '',
  ...change,
})
const ROW = {
  id: '7',
  text: '17 Chalcot Road, London',
  address1: '17 Chalcot Road',
  city: 'London',
  postal_code: 'NW1 8LH',
}
const FOUND = { ...ROW, address2: '', address3: '', state_province: '', country: 'GB' }
const answering =
  (body: unknown): RequestListener =>
  (_request, response) =>
    response.end(JSON.stringify(body))

const TEMPLATE = '/find?c={country}&p={postal_code}&t={city}&s={state_province}&id={id}'
const ask = async (listener: RequestListener, asked = query(), ms = 2_000) =>
  httpLookup(`${await service(listener)}${TEMPLATE}`, ms).find(asked)
const reason = (answer: Promise<unknown>) => answer.catch((error: LookupFailed) => error.reason)

it('sends only the place, each part escaped', async () => {
  const urls: (string | undefined)[] = []
  const asked = query({ city: 'a&b={id}', postal_code: '$& NW1/8LH', id: 'é#1' })
  const found = await ask((request, response) => {
    urls.push(request.url)
    response.end('{"addresses":[]}')
  }, asked)
  expect(found).toEqual([])
  expect(urls).toHaveLength(1)
  const { pathname, searchParams } = new URL(urls[0]!, 'http://x')
  expect(pathname).toBe('/find')
  expect(Object.fromEntries(searchParams)).toEqual({ c: 'GB', p: asked.postal_code, t: asked.city, s: '', id: 'é#1' })
})

it('returns the addresses found, without unknown fields, and drops rows that our schema refuses', async () => {
  const rows = [
    { ...ROW, planet: 'Earth' },
    { ...ROW, city: 'x'.repeat(41) },
    { ...ROW, address1: 'a\u202eb' },
    7,
    { id: 1 },
  ]
  expect(await ask(answering({ addresses: rows }))).toEqual([FOUND])
})

it('takes at most a hundred rows', async () => {
  expect(await ask(answering({ addresses: Array.from({ length: 150 }, () => ROW) }))).toHaveLength(100)
})

it('sends no request when the query is empty', async () => {
  expect(await ask((_request, response) => response.writeHead(500).end(), query({ postal_code: '' }))).toEqual([])
})

describe('a failed look-up gives a reason that contains nothing of the query', () => {
  test.each<[string, RequestListener, string]>([
    ['a service that never answers', () => {}, 'unreachable'],
    [
      'a service that stops in the middle',
      (_request, response) => void response.write('{"addresses":['),
      'unreachable',
    ],
    ['a service that closes the connection', (request) => request.socket.destroy(), 'unreachable'],
    ['that fails', (_request, response) => response.writeHead(500).end('{"addresses":[]}'), 'refused'],
    ['a service without that page', (_request, response) => response.writeHead(404).end(), 'refused'],
    ['a service that answers other than JSON', (_request, response) => response.end('<html>'), 'not_understood'],
    ['a service with an empty answer', (_request, response) => response.end(), 'not_understood'],
    ['a service with JSON of another shape', answering([ROW]), 'not_understood'],
    ['a service with a huge answer', answering({ addresses: [], padding: 'x'.repeat(300_000) }), 'too_large'],
  ])('%s', async (_case, listener, expected) => {
    const answer = ask(listener, query(), 300)
    expect(await reason(answer)).toBe(expected)
    await expect(answer).rejects.not.toThrow(/NW1|127\.0\.0\.1/)
  })

  it('does not follow a redirect', async () => {
    let visits = 0
    const elsewhere = await service((_request, response) => {
      visits += 1
      response.end(JSON.stringify({ addresses: [ROW] }))
    })
    const answer = ask((_request, response) => response.writeHead(302, { location: elsewhere }).end())
    expect(await reason(answer)).toBe('unreachable')
    expect(visits).toBe(0)
  })

  it('a service that is not running', async () => {
    expect(await reason(httpLookup('http://127.0.0.1:1/{postal_code}').find(query()))).toBe('unreachable')
  })
})
