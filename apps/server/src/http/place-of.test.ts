import type { AuthUser } from '@postroom/contract/auth'
import { expect, it } from 'vitest'
import { testApp, tokenRequest } from '../testing/test-app.ts'

it.each([
  // the proxy, the address that the request comes from, the one that is shown
  [undefined, '127.0.0.1', '127.0.0.1'],
  ['127.0.0.1', '127.0.0.1', '203.0.113.9'],
  ['127.0.0.1', '192.0.2.1', '192.0.2.1'],
])(
  'with the proxy %s, a sign-in from %s that was forwarded for another is one from %s',
  async (trustProxy, from, at) => {
    const server = await testApp({}, trustProxy === undefined ? {} : { trustProxy })
    const { headers, ...request } = tokenRequest()
    const forwarded = { ...headers, 'x-forwarded-for': '203.0.113.9', 'user-agent': 'x'.repeat(201) }
    const user = (await server.app.inject({ ...request, headers: forwarded, remoteAddress: from })).json<AuthUser>()
    const { data } = (await server.as(user, 'GET', '/identity/v1/user/session')).json<{ data: object[] }>()
    expect(data).toMatchObject([{ address: at, user_agent: 'x'.repeat(200) }])
    await server.close()
  },
)
