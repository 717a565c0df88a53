import type { ErrorBody } from '@postroom/contract/errors'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '../../demo/seed-organisation.ts'
import { testApp, tokenRequest, type TestApp } from '../../testing/test-app.ts'

let server: TestApp
beforeEach(async () => {
  await server?.close()
  server = await testApp()
})
afterAll(() => server.close())

const cookieOf = (answer: LightMyRequestResponse) =>
  (answer.cookies as { name: string; value: string }[]).find(({ name }) => name === 'postroom-device')?.value ?? ''
const signIn = async (fields: Record<string, string> = {}, cookie = '', remoteAddress = '192.0.2.1') => {
  const request = tokenRequest(fields)
  const answer = await server.app.inject({
    ...request,
    remoteAddress,
    headers: { ...request.headers, ...(cookie && { cookie: `postroom-device=${cookie}` }) },
  })
  return answer
}
const outcome = (answer: LightMyRequestResponse) =>
  answer.statusCode === 200 ? 'signed in' : answer.json<ErrorBody>().code

/** As if ten networks had sent a hundred wrong passwords: the whole allowance of strangers. */
const strangersGuess = async (username = 'demo') => {
  const guesses = Array.from({ length: 100 }, () => ({
    counter: `sign-in as\n${username}\nanywhere`,
    failed_at: new Date(),
  }))
  await server.context.db.insertInto('sign_in_failure').values(guesses).execute()
}

describe('a hundred wrong passwords from ten networks', () => {
  it('lock strangers out, and let the owner in from a browser that signed in before', async () => {
    const cookie = cookieOf(await signIn())
    await strangersGuess()
    expect(outcome(await signIn())).toBe('too_many_requests')
    expect(outcome(await signIn({}, cookie, '203.0.113.7'))).toBe('signed in')
  })

  it('do not stop the owner from changing their own data while signed in', async () => {
    const user = await server.signIn()
    await strangersGuess()
    const body = { email: 'new@example.com', current_password: DEMO_PASSWORD }
    expect((await server.as(user, 'PUT', '/identity/v1/user/self', body)).statusCode).toBe(200)
  })
})

describe('the device cookie', () => {
  it('allows ten guesses of its own, no more', async () => {
    const cookie = cookieOf(await signIn())
    for (let time = 1; time <= 10; time++)
      expect(outcome(await signIn({ password: 'wrong' }, cookie))).toBe('invalid_credentials')
    expect(outcome(await signIn({}, cookie))).toBe('too_many_requests')
    expect(outcome(await signIn())).toBe('signed in')
  })

  it("is bound to one user: another user's cookie, or one with a changed letter, is ignored", async () => {
    const cookie = cookieOf(await signIn({ username: 'lite' }))
    const changed = `${cookie.slice(0, -2)}${cookie.endsWith('AA') ? 'BB' : 'AA'}`
    await strangersGuess()
    for (const other of [cookie, changed, 'v1.', '~~~~~~~~', 'x'.repeat(4000)])
      expect(outcome(await signIn({}, other))).toBe('too_many_requests')
  })

  it('is kept for five users of one browser, and across signing out', async () => {
    const first = cookieOf(await signIn())
    const both = cookieOf(await signIn({ username: 'lite' }, first))
    const user = await server.signIn()
    const out = await server.as(user, 'GET', '/identity/v1/user/logout')
    expect(out.headers['clear-site-data']).not.toContain('cookies')
    await strangersGuess()
    await strangersGuess('lite')
    expect(outcome(await signIn({}, both))).toBe('signed in')
    expect(outcome(await signIn({ username: 'lite' }, both))).toBe('signed in')
  })

  it('forgets the user whose sign-in is oldest when a sixth signs in', async () => {
    const names = Array.from({ length: 6 }, (_, n) => `of-one-browser-${n}`)
    await sql`
      insert into app_user select (jsonb_populate_record(original, jsonb_build_object(
        'id', gen_random_uuid(), 'username', name, 'email', name || '@example.com'))).*
      from app_user original, unnest(${names}::text[]) name where original.username = 'demo'`.execute(server.context.db)
    let cookie = ''
    for (const username of names) cookie = cookieOf(await signIn({ username }, cookie))
    expect(cookie.split('~')).toHaveLength(5)
    for (const username of names) await strangersGuess(username)
    const outcomes = []
    for (const username of names) outcomes.push(outcome(await signIn({ username }, cookie)))
    expect(outcomes).toEqual(['too_many_requests', ...names.slice(1).map(() => 'signed in')])
  })

  it('is sent only to the sign-in call, and hidden from scripts', async () => {
    const answer = await signIn()
    const [cookie] = answer.cookies.filter(({ name }) => name === 'postroom-device')
    expect(cookie).toMatchObject({
      httpOnly: true,
      sameSite: 'Strict',
      path: '/api/auth/v1/token',
      maxAge: 365 * 86_400,
    })
  })
})

it.each(['DEMO', ' Demo ', 'ｄｅｍｏ'])('%j is the user demo', async (username) => {
  expect(outcome(await signIn({ username }))).toBe('signed in')
})
