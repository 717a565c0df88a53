import type { ErrorBody } from '@postroom/contract/errors'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { testApp, tokenRequest, type TestApp } from '../testing/test-app.ts'

let server: TestApp
let token: string
let xsrf: string

beforeAll(async () => {
  server = await testApp()
  const answer = await server.app.inject(tokenRequest())
  token = answer.json<{ token: string }>().token
  xsrf = answer.cookies.find((cookie) => cookie.name === 'XSRF-TOKEN')!.value
})
afterAll(() => server.close())

const ACCOUNTS = '/api/stamp/v1/carrieraccount'
const rate = (headers: Record<string, string>) =>
  server.app.inject({
    method: 'POST',
    url: '/api/stamp/v1/shipment/rate',
    headers: { authorization: `Bearer ${token}`, ...headers },
    payload: {},
  })
const attempt = () => server.app.inject({ ...tokenRequest({ client_id: 'x' }), remoteAddress: '192.0.2.9' })

describe('a request with our cookie must repeat it in the header', () => {
  const stranger = 'x'.repeat(43)

  test.each([
    ['the same value in the header', () => ({ cookie: `XSRF-TOKEN=${xsrf}`, 'x-xsrf-token': xsrf }), true],
    ['no cookie at all, so no browser of ours', () => ({}), true],
    ['no header', () => ({ cookie: `XSRF-TOKEN=${xsrf}` }), false],
    ['another value in the header', () => ({ cookie: `XSRF-TOKEN=${xsrf}`, 'x-xsrf-token': stranger }), false],
    ['a planted cookie and header pair', () => ({ cookie: `XSRF-TOKEN=${stranger}`, 'x-xsrf-token': stranger }), false],
  ])('%s', async (_case, headers, accepted) => {
    const answer = await rate(headers())
    if (accepted) expect(answer.statusCode).not.toBe(403)
    else expect(answer.json<ErrorBody>().code).toBe('xsrf_token_invalid')
  })

  it('refuses the cookie of another session', async () => {
    const other = (await server.app.inject(tokenRequest())).cookies[0]!.value
    const answer = await rate({ cookie: `XSRF-TOKEN=${other}`, 'x-xsrf-token': other })
    expect(answer.json<ErrorBody>().code).toBe('xsrf_token_invalid')
  })
})

describe('every answer carries the security headers', () => {
  test.each([
    ['a page of the API', ACCOUNTS],
    ['an error', '/api/nowhere'],
    ['the health of the process', '/healthz'],
    ['an unknown path', '/nowhere'],
  ])('%s', async (_case, url) => {
    const { headers } = await server.app.inject({ url })
    const policy = headers['content-security-policy']
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain('ws://127.0.0.1:8080')
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).toContain('report-uri /csp-reports;report-to csp')
    expect(headers).toMatchObject({
      'reporting-endpoints': 'csp="/csp-reports"',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'x-frame-options': 'DENY',
    })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    if (url.startsWith('/api')) expect(headers['cache-control']).toBe('no-store')
  })
})

it('limits attempts at the token calls from one address', async () => {
  for (let count = 1; count <= 120; count++) expect((await attempt()).statusCode).toBe(401)
  const refused = await attempt()
  expect(refused.json<ErrorBody>().code).toBe('too_many_requests')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

test.each([
  ['https://post.example.com', true],
  ['http://127.0.0.1:8080', undefined],
])('at %s, cookies are Secure: %s', async (publicUrl, secure) => {
  server.context.settings.publicUrl = publicUrl
  const { cookies } = await server.app.inject({ ...tokenRequest(), remoteAddress: '192.0.2.10' })
  expect(cookies).toEqual([
    expect.objectContaining({ name: 'XSRF-TOKEN', path: '/', sameSite: 'Strict' }),
    expect.objectContaining({ name: 'postroom-device', httpOnly: true, sameSite: 'Strict' }),
  ])
  expect(cookies.map((cookie) => cookie.secure)).toEqual([secure, secure])
})
