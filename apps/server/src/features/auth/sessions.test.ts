import type { AuthUser } from '@postroom/contract/auth'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { testApp, tokenRequest, type TestApp } from '../../testing/test-app.ts'

interface Page {
  total: number
  data: { id: string; user_agent: string; address: string; started_at: string; renewed_at: string; current: boolean }[]
}

let now: Date
let server: TestApp
beforeEach(async () => {
  await server?.close()
  now = new Date('2026-11-20T09:00:00Z')
  server = await testApp({ now: () => now })
})
afterAll(() => server.close())

const after = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000))
const signInAs = async (userAgent: string, remoteAddress: string) => {
  const request = tokenRequest()
  const headers = { ...request.headers, 'user-agent': userAgent }
  return (await server.app.inject({ ...request, headers, remoteAddress })).json<AuthUser>()
}
const list = async (user: { token: string }, query = '') =>
  (await server.as(user, 'GET', `/identity/v1/user/session${query}`)).json<Page>()
const end = (user: { token: string }, id: string) => server.as(user, 'DELETE', `/identity/v1/user/session/${id}`)

it("lists the user's own current sessions only", async () => {
  await signInAs('Yesterday', '192.0.2.9')
  after(12 * 3600)
  await server.signIn('lite')
  const office = await signInAs('Firefox', '192.0.2.1')
  after(60)
  await signInAs(`Telephone ${'x'.repeat(300)}`, '192.0.2.2')
  const { data, total } = await list(office)
  expect(total).toBe(2)
  expect(data).toMatchObject([
    { user_agent: 'Firefox', address: '192.0.2.1', started_at: '2026-11-20T21:00:00.000Z', current: true },
    { address: '192.0.2.2', started_at: '2026-11-20T21:01:00.000Z', current: false },
  ])
  expect(data[1]?.user_agent).toHaveLength(200)
  expect(JSON.stringify(data)).not.toContain('xsrf')
  const newest = await list(office, '?orderBy=renewed_at&orderAsc=false&length=1')
  expect(newest).toMatchObject({ total: 2, data: [{ address: '192.0.2.2' }] })
})

it('ends one of them: both its tokens are revoked, the others stay valid', async () => {
  const [office, telephone] = [await signInAs('Firefox', '192.0.2.1'), await signInAs('Telephone', '192.0.2.2')]
  const id = (await list(office)).data.find((session) => !session.current)!.id
  expect((await end(office, id)).json()).toEqual({ signed_out: true })
  expect((await server.as(telephone, 'GET', '/identity/v1/user/permission')).statusCode).toBe(401)
  const fields = {
    grant_type: 'token',
    refresh_token: telephone.refresh_token,
    username: undefined,
    password: undefined,
  }
  expect((await server.app.inject(tokenRequest(fields, '/auth/v1/refresh'))).statusCode).toBe(401)
  expect((await list(office)).total).toBe(1)
  expect((await end(office, id)).statusCode).toBe(404)
})

it("does not end another user's session, not even a colleague's", async () => {
  const [demo, lite] = [await server.signIn('demo'), await server.signIn('lite')]
  const id = (await list(demo)).data[0]!.id
  expect((await end(lite, id)).statusCode).toBe(404)
  expect((await list(demo)).total).toBe(1)
})

it('ends all others at once, and records each', async () => {
  const colleague = await server.signIn('lite')
  await signInAs('Telephone', '192.0.2.2')
  await signInAs('Tablet', '192.0.2.3')
  const office = await signInAs('Firefox', '192.0.2.1')
  const others = (await list(office)).data.filter(({ current }) => !current).map(({ id }) => id)
  expect(others).toHaveLength(2)
  const endOthers = () => server.as(office, 'DELETE', '/identity/v1/user/session')
  expect((await endOthers()).json()).toEqual({ signed_out: true })
  expect((await list(office)).data).toMatchObject([{ user_agent: 'Firefox', current: true }])
  expect((await list(colleague)).total).toBe(1)
  expect((await endOthers()).statusCode).toBe(200)
  const rows = await server.context.db
    .selectFrom('audit_event')
    .select(['subject'])
    .where('event', '=', 'session_ended')
    .execute()
  expect(new Set(rows.map(({ subject }) => subject))).toEqual(new Set(others))
  expect(rows).toHaveLength(2)
})
