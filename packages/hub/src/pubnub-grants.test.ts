import { loadPubNub } from '#pubnub-sdk'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pubNubGrants, type PubNubGrants } from './pubnub-grants.ts'
import { pubNubTransport } from './pubnub-transport.ts'
import { pubNubStub } from './testing/pubnub-stub.ts'

const keys = { publishKey: 'pub-c-1', subscribeKey: 'sub-c-1', secretKey: 'sec-c-never-shown' }
const base = 'pubnub.b3c5.default'
const rights = { client: 'user.angharad', reads: [`${base}.res`, `${base}.evt`], writes: [`${base}.req`] }

let service: ReturnType<typeof pubNubStub>
let grants: PubNubGrants
beforeEach(async () => {
  service = pubNubStub()
  vi.stubGlobal('fetch', service.fetch)
  grants = await pubNubGrants(keys)
})
afterEach(() => vi.unstubAllGlobals())

test('limits a token to one client and its named channels for a quarter of an hour', async () => {
  await grants.tokens([rights])
  expect(grants.lifeMs).toBe(900_000)
  expect(service.asked).toEqual([
    {
      ttl: 15,
      permissions: expect.objectContaining({
        uuid: rights.client,
        resources: expect.objectContaining({
          channels: { [`${base}.res`]: 1, [`${base}.evt`]: 1, [`${base}.req`]: 2 },
        }) as object,
      }) as object,
    },
  ])
  expect(Object.values(service.asked[0]!.permissions.patterns).flatMap((some) => Object.keys(some))).toEqual([])
})

test.each([
  ['its client', rights.client, rights.writes[0]!, undefined],
  ['its client on a read-only channel', rights.client, rights.reads[0]!, { status: 403 }],
  ['another client', 'user.gwen', rights.writes[0]!, { status: 403 }],
])('checks the token when %s publishes with it', async (_, client, channel, refusal) => {
  const [token = ''] = await grants.tokens([rights])
  const { url, pub_key: publishKey, sub_key: subscribeKey } = grants.address
  const transport = await pubNubTransport({ url, publishKey, subscribeKey, client, token })
  const published = transport.publish(channel, 'hello')
  if (refusal) await expect(published).rejects.toMatchObject(refusal)
  else expect((await published).timetoken).toMatch(/^\d{17}$/)
  await transport.close()
})

test('requests a hundred grants a few at a time, and returns them in order', async () => {
  const hubs = Array.from({ length: 100 }, (_, n) => ({ ...rights, writes: [`pubnub.${n}.default.req`] }))
  const tokens = await grants.tokens(hubs)
  const order = service.asked.map(({ permissions }) => Object.keys(permissions.resources.channels).at(-1))
  expect(tokens.map((token) => order[Number(token.slice('token-'.length)) - 1])).toEqual(
    hubs.map((hub) => hub.writes[0]),
  )
  expect(service.askedAtOnce()).toBeGreaterThan(1)
  expect(service.askedAtOnce()).toBeLessThanOrEqual(8)
})

test('stops asking an unreachable service after the first failures, and its error contains no key', async () => {
  service.away(true)
  const hundred = Array.from({ length: 100 }, () => rights)
  const failure: unknown = await grants.tokens(hundred).catch((error: unknown) => error)
  expect(service.heard.length).toBeLessThanOrEqual(8)
  expect(failure).toMatchObject({ name: 'PubNubError', status: 502 })
  expect(`${JSON.stringify(failure)} ${(failure as Error).stack}`).not.toContain(keys.secretKey)
})

test.each<[string, (stub: typeof service) => void, string]>([
  ['with Access Manager', () => {}, 'guarded'],
  ['without Access Manager', (stub) => stub.openToEverybody(), 'open'],
  ['of an unreachable service', (stub) => stub.away(true), 'unknown'],
  ['whose keys do not belong together', (stub) => stub.refuseSignatures(), 'refused'],
])('checks a keyset %s', async (_, arrange, state) => {
  arrange(service)
  expect(await grants.check()).toBe(state)
})

test.each([
  [400, 'refused'],
  [403, 'refused'],
  [429, 'unknown'],
  [500, 'unknown'],
])('a keyset whose grants are answered with %i is %s', async (status, state) => {
  vi.stubGlobal('fetch', async (request: Request) =>
    request.url.includes('/grant') ? Response.json({ status, error: true }, { status }) : service.fetch(request),
  )
  expect(await grants.check()).toBe(state)
})

test('never puts the secret key into a URL', async () => {
  await grants.tokens([rights])
  await grants.check()
  expect(service.heard.length).toBeGreaterThan(2)
  expect(service.heard.join('\n')).not.toContain(keys.secretKey)
})

test('a check keeps nothing in the history and closes the client it made, whatever the answer', async () => {
  const Sdk = await loadPubNub()
  const closed = vi.spyOn(Sdk.prototype as { destroy: () => void }, 'destroy')
  await grants.check()
  expect(service.heard.find((url) => url.includes('/publish/'))).toContain('store=0')
  service.away(true)
  await grants.check()
  expect(closed).toHaveBeenCalledTimes(2)
  closed.mockRestore()
})

test('gives up a service that is silent for five seconds', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout')
  await grants.tokens([rights])
  expect(limits.mock.calls).toEqual([[5_000]])
  limits.mockRestore()
})
