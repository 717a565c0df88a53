import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { httpLookup } from '../addresses/http-lookup.ts'
import { issuerFetch } from '../features/auth/sign-on/issuer-fetch.ts'
import { ownerOf, postEvent } from '../features/webhooks/post-event.ts'
import { sealUnder } from '../sealed-text.ts'
import { callShop } from '../shops/call-shop.ts'

let answer: RequestListener
const server = createServer((request, response) => answer(request, response))
let url: string
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close().closeAllConnections())
beforeEach(() => saying('[]'))
afterEach(() => void vi.restoreAllMocks())

const saying = (text: string): void => {
  answer = (_request, response) => void response.end(text)
}

const ID = '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a01'
const seal = sealUnder('k'.repeat(32))
const lookup = { country: 'GB', city: 'London', postal_code: '', state_province: '', id: '' }

const askShop = () =>
  callShop({ url, headers: {}, isPrivateAllowed: true }, { path: '/', answer: z.array(z.unknown()) })
const askIssuer = () =>
  issuerFetch(true)(url, { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const)
const tellWebhook = () => {
  const secret = seal.seal('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', ownerOf(ID))
  const context = { seal, settings: { privateHosts: true } as never, now: () => new Date() }
  const ping = { id: ID, created_at: new Date(), type: 'ping', data: { webhook_id: ID } } as const
  return postEvent(context, { id: ID, url, secret, old_secret: null, old_until: null }, ping)
}
const findAddress = () =>
  httpLookup(`${url}/?c={city}&p={postal_code}`)
    .find(lookup)
    .catch((error: unknown) => (error as { reason: string }).reason)

it.each<[string, number, () => Promise<unknown>]>([
  ['a shop', 15, askShop],
  ['an identity provider', 10, askIssuer],
  ['a webhook', 10, tellWebhook],
  ['an address look-up', 3, findAddress],
])('%s has %i seconds for its answer', async (_what, seconds, call) => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  await call()
  expect(timeout.mock.calls).toEqual([[seconds * 1000]])
})

describe('of an answer is read', () => {
  it.each([
    [10 * 1024 * 1024, { answer: [] }],
    [10 * 1024 * 1024 + 1, 'not_understood'],
  ])('that of a shop with %i bytes: %j', async (bytes, outcome) => {
    saying(`[${' '.repeat(bytes - 2)}]`)
    const asked = askShop().catch((error: unknown) => (error as { trouble: string }).trouble)
    expect(await asked).toEqual(typeof outcome === 'string' ? outcome : expect.objectContaining(outcome))
  })

  it.each([
    [256 * 1024, 256 * 1024],
    [256 * 1024 + 1, 'not_understood'],
  ])('that of an identity provider with %i bytes: %j', async (bytes, outcome) => {
    saying('x'.repeat(bytes))
    const asked = askIssuer().then(
      async (response) => (await response.text()).length,
      (error: unknown) => (error as { trouble: string }).trouble,
    )
    expect(await asked).toEqual(outcome)
  })

  it.each([
    [256 * 1024, []],
    [256 * 1024 + 1, 'too_large'],
  ])('that of an address look-up with %i bytes: %j', async (bytes, outcome) => {
    saying(`{"addresses":[]${' '.repeat(bytes - 16)}}`)
    expect(await findAddress()).toEqual(outcome)
  })

  it('four kilobytes of that of a webhook', async () => {
    saying('\0'.repeat(4000) + 'x'.repeat(2000))
    expect(await tellWebhook()).toEqual({ accepted: true, status: 200, answer: 'x'.repeat(96) })
  })
})

it.each([
  [200, true],
  [204, true],
  [299, true],
  [300, false],
  [404, false],
])('a webhook that answers with %i has accepted an event: %s', async (status, accepted) => {
  answer = (_request, response) => void response.writeHead(status).end()
  const outcome = await tellWebhook()
  expect(outcome).toEqual({ accepted, status, answer: '', ...(!accepted && { trouble: 'refused' }) })
})
