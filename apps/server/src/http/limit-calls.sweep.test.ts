import { errorCodesOf } from '@postroom/contract/error-codes'
import { SOCKET_PATH } from '../features/hubs/hub-grant.ts'
import type { ErrorBody } from '@postroom/contract/errors'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { requestOf } from '../testing/every-call.ts'
import { testApp, tokenRequest, type TestApp } from '../testing/test-app.ts'
import { contractEndpoints } from './open-api/contract-endpoints.ts'
import { exampleRequest } from './open-api/example.ts'

const PER_MINUTE = 130
let server: TestApp
beforeAll(async () => {
  server = await testApp({}, { publicCallsPerMinute: PER_MINUTE, releaseFile: '/nowhere' })
})
afterAll(() => server.close())

/** How many of `times` calls from one network were refused, and the last refusal. */
async function called(request: InjectOptions, times: number, remoteAddress: string, { app } = server) {
  const answers = []
  for (let count = 0; count < times; count++) answers.push(await app.inject({ ...request, remoteAddress }))
  return { refused: answers.filter(({ statusCode }) => statusCode === 429).length, last: answers.at(-1)! }
}

const publicEndpoints = contractEndpoints().filter(({ auth }) => auth === 'public')

test.each(publicEndpoints.map((endpoint, index) => [endpoint, `192.0.2.${index}`] as const))(
  '$method $path is limited per network, and states the limit',
  async (endpoint, address) => {
    const { refused, last } = await called(requestOf(endpoint, exampleRequest(endpoint)), PER_MINUTE + 1, address)
    expect(refused).toBeGreaterThan(0)
    expect(last.json<ErrorBody>().code).toBe('too_many_requests')
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
    expect(errorCodesOf(endpoint)).toContain('too_many_requests')
  },
)

it('limits a path that the contract does not declare per network too', async () => {
  const few = await testApp({}, { publicCallsPerMinute: 3, releaseFile: '/nowhere' })
  const paths = ['/healthz', '/readyz', '/app-config.json', '/device-manager/manifest.json', '/api/docs/json']
  for (const [index, url] of [...paths, `/api${SOCKET_PATH}`].entries())
    expect((await called({ url }, 4, `198.51.100.${index}`, few)).refused, url).toBe(1)
  await few.close()
})

it('counts neither other networks nor calls with a session', async () => {
  const health = { url: '/healthz' }
  await called(health, PER_MINUTE + 1, '203.0.113.1')
  expect((await called(health, 1, '203.0.113.1')).refused).toBe(1)
  expect((await called(health, 1, '203.0.113.2')).refused).toBe(0)
  const { token } = await server.signIn()
  const own = { url: '/api/identity/v1/user/permission', headers: { authorization: `Bearer ${token}` } }
  expect((await called(own, PER_MINUTE + 1, '203.0.113.1')).refused).toBe(0)
})

it('counts an IPv6 /64 as one network', async () => {
  const health = { url: '/healthz' }
  await called(health, PER_MINUTE, '2001:db8:1:1::1')
  expect((await called(health, 1, '2001:db8:1:1:ffff::2')).refused).toBe(1)
  expect((await called(health, 1, '2001:db8:1:2::1')).refused).toBe(0)
})

const keys = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${key}`, 0])))

it('reads at most 16 KiB of a call without a session', async () => {
  const pairing = {
    method: 'POST',
    url: '/api/iot/v1/pairing/0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a04',
    headers: { 'content-type': 'application/json' },
  } as const
  const refused = await server.app.inject({ ...pairing, payload: keys(40_000), remoteAddress: '203.0.113.9' })
  expect(refused.json<ErrorBody>().code).toBe('body_too_large')
  const read = await server.app.inject({ ...pairing, payload: keys(1_500), remoteAddress: '203.0.113.9' })
  expect(read.json<ErrorBody>().fields).toHaveLength(100)
  expect(read.body.length).toBeLessThan(16 * 1024)
  const longest = tokenRequest({ username: '漢'.repeat(200), password: '漢'.repeat(1024), otp: '漢'.repeat(40) })
  expect((await server.app.inject({ ...longest, remoteAddress: '203.0.113.9' })).statusCode).toBe(401)
})
