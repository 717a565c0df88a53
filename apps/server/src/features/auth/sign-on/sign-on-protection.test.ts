import type { AuthUser } from '@postroom/contract/auth'
import { createSecretKey, generateKeyPairSync, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { CLIENT, SIGNING_KEYS } from '../../../testing/sign-on/identity-provider.ts'
import {
  DOMAIN,
  SIGN_ON,
  signOnScene,
  throughProvider,
  type SignOnScene,
} from '../../../testing/sign-on/sign-on-scene.ts'

let scene: SignOnScene
beforeAll(async () => {
  scene = await signOnScene()
  for (const name of ['owain', 'rhys', 'manager'])
    scene.provider.people.set(name, { email: `${name}@${DOMAIN}`, email_verified: true, name })
})
afterAll(() => scene.close())

const codeOf = (answer: { json: () => { code?: string } }) => answer.json().code
const isOpen = async (user: AuthUser) =>
  (await scene.server.as(user, 'GET', '/identity/v1/user/permission')).statusCode === 200
/** A sign-in up to the last call. */
async function returned() {
  scene.provider.visitor = 'owain'
  const { url, cookie } = await scene.begin()
  return { values: await throughProvider(url), cookie }
}

describe('what the provider hands back', () => {
  it('works once', async () => {
    const { values, cookie } = await returned()
    expect((await scene.finish(values, cookie)).statusCode).toBe(200)
    expect(codeOf(await scene.finish(values, cookie))).toBe('sign_on_expired')
  })

  it('is of no use in another browser, or without a cookie', async () => {
    const [mine, theirs] = [await returned(), await returned()]
    expect(codeOf(await scene.finish(mine.values, theirs.cookie))).toBe('sign_on_expired')
    expect(codeOf(await scene.finish(theirs.values))).toBe('sign_on_expired')
  })

  it('is of no use after ten minutes', async () => {
    const { values, cookie } = await returned()
    scene.now = new Date(Date.now() + 601_000)
    expect(codeOf(await scene.finish(values, cookie))).toBe('sign_on_expired')
    scene.now = new Date()
  })

  test.each([
    ['code', () => 'another-code', 'OAUTH_RESPONSE_BODY_ERROR'],
    ['iss', () => 'https://login.elsewhere.example', 'OAUTH_INVALID_RESPONSE'],
  ])('is refused with another %s, and the log says why', async (name, value, code) => {
    const { values, cookie } = await returned()
    expect(codeOf(await scene.finish({ ...values, [name]: value() }, cookie))).toBe('sign_on_refused')
    expect(scene.logged.at(-1)).toMatchObject({
      organisation: scene.organisation_id,
      code,
      msg: 'an identity provider did not confirm a sign-in',
    })
  })

  it('is refused with the code of another sign-in: verifier and nonce are of this one', async () => {
    const [one, other] = [await returned(), await returned()]
    const mixed = { ...one.values, code: other.values['code'] }
    expect(codeOf(await scene.finish(mixed, one.cookie))).toBe('sign_on_refused')
  })

  it('keeps its secrets from the database, and its cookie from scripts and other sites', async () => {
    const begun = await scene.server.app.inject({
      method: 'POST',
      url: '/api/auth/v1/sign-on',
      payload: { at: DOMAIN, return_url: '/app/history' },
    })
    expect(begun.cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict', path: '/api/auth/v1/sign-on' }])
    const rows = await scene.server.context.db.selectFrom('sign_on_attempt').selectAll().execute()
    const { searchParams } = new URL(begun.json<{ url: string }>().url)
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    for (const secret of ['/app/history', searchParams.get('state'), searchParams.get('nonce')])
      expect(JSON.stringify(rows)).not.toContain(secret)
  })
})

test.each(['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example', 'javascript:alert(1)'])(
  'returns to no other site: %s',
  async (return_url) => {
    const payload = { at: DOMAIN, return_url }
    const begun = await scene.server.app.inject({ method: 'POST', url: '/api/auth/v1/sign-on', payload })
    expect(codeOf(begun)).toBe('invalid_request')
  },
)

it('hands the page of the beginning back at the end', async () => {
  scene.provider.visitor = 'owain'
  const { url, cookie } = await scene.begin(DOMAIN, { return_url: '/app/history' })
  expect((await scene.finish(await throughProvider(url), cookie)).json()).toMatchObject({ return_url: '/app/history' })
})

it('reads at most 256 KiB of an answer of the provider', async () => {
  const person = { email: `verbose@${DOMAIN}`, email_verified: true }
  const short = await scene.signOn('verbose', { ...person, name: 'n'.repeat(100) })
  expect(short.statusCode, short.body).toBe(200)
  expect(codeOf(await scene.signOn('verbose', { ...person, name: 'n'.repeat(256 * 1024) }))).toBe('sign_on_unavailable')
})

const found = async (at: string) =>
  (await scene.server.app.inject({ method: 'GET', url: `/api/auth/v1/sign-on?at=${at}` })).json<object>()
const handleOf = async () =>
  (await scene.asManager('GET', SIGN_ON)).json<{ sign_in_link: string }>().sign_in_link.split('=')[1]!

describe('finding how to sign in', () => {
  it('depends on domain and handle only', async () => {
    const handle = await handleOf()
    for (const at of [DOMAIN, DOMAIN.toUpperCase(), handle])
      expect(await found(at)).toMatchObject({ organisation: expect.any(String) as string, passwords: true })
    expect(await found('elsewhere.example')).toEqual({ passwords: true })
  })

  it('ignores a domain that no operator has confirmed', async () => {
    await scene.save({ domains: [DOMAIN, 'claimed.example'] })
    expect(await found('claimed.example')).toEqual({ passwords: true })
    const claimed = { email: 'x@claimed.example', email_verified: true }
    expect(codeOf(await scene.signOn('claimer', claimed))).toBe('sign_on_mail')
  })
})

describe('a report of the provider', () => {
  it('ends the sessions of a subject, and those only', async () => {
    const [owain, rhys] = [await scene.signedOn('owain'), await scene.signedOn('rhys')]
    const token = await scene.provider.logoutToken({ sub: 'owain' })
    expect((await scene.report(token)).json<{ ended: number }>().ended).toBeGreaterThan(0)
    expect([await isOpen(owain), await isOpen(rhys)]).toEqual([false, true])
    const again = await scene.signedOn('owain')
    expect(codeOf(await scene.report(token))).toBe('logout_token_invalid')
    expect(await isOpen(again)).toBe(true)
  })

  it('ends the session with an id of the provider only', async () => {
    const [one, other] = [await scene.signedOn('rhys'), await scene.signedOn('rhys')]
    const { db } = scene.server.context
    const rows = await db.selectFrom('session').select(['issuer_sid']).where('user_id', '=', one.id).execute()
    const sid = rows.at(-1)!.issuer_sid!
    expect((await scene.report(await scene.provider.logoutToken({ sid }))).json()).toEqual({ ended: 1 })
    expect([await isOpen(one), await isOpen(other)].filter(Boolean)).toHaveLength(1)
  })

  test.each(Object.entries(SIGNING_KEYS))('may be signed with %s', async (alg, key) => {
    const user = await scene.signedOn('owain')
    const token = await scene.provider.logoutToken({ sub: 'owain' }, key, alg)
    expect((await scene.report(token)).json()).toEqual({ ended: expect.any(Number) as number })
    expect(await isOpen(user)).toBe(false)
  })

  it('is refused with HS256, for which our secret would be the key', async () => {
    const user = await scene.signedOn('owain')
    const token = await scene.provider.logoutToken(
      { sub: 'owain' },
      createSecretKey(CLIENT.client_secret, 'utf8'),
      'HS256',
    )
    expect(codeOf(await scene.report(token))).toBe('logout_token_invalid')
    expect(await isOpen(user)).toBe(true)
  })

  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  test.each<[string, object, boolean?]>([
    ['signed with another key', { sub: 'owain' }, true],
    ['for another client', { sub: 'owain', aud: 'another' }],
    ['of another issuer', { sub: 'owain', iss: 'https://login.elsewhere.example' }],
    ['with a nonce, as an ID token', { sub: 'owain', nonce: 'n' }],
    ['without an event', { sub: 'owain', events: {} }],
    ['about nobody', {}],
    ['about an id that no provider gives', { sub: 'owain\0' }],
    ['without an id', { sub: 'owain', jti: undefined }],
    ['that has expired', { sub: 'owain', exp: Math.floor(Date.now() / 1000) - 60 }],
  ])('is refused %s', async (_what, claims, isForged = false) => {
    const user = await scene.signedOn('owain')
    const token = await scene.provider.logoutToken(claims, ...(isForged ? [stranger] : []))
    expect(codeOf(await scene.report(token))).toBe('logout_token_invalid')
    expect(await isOpen(user)).toBe(true)
  })

  it('is refused unsigned, long after it was made, and for an organisation that does not sign on', async () => {
    const parts = [{ alg: 'none' }, { iss: scene.provider.url, aud: 'postroom', sub: 'owain', jti: randomUUID() }]
    const unsigned = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.') + '.'
    expect(codeOf(await scene.report(unsigned))).toBe('logout_token_invalid')
    const token = await scene.provider.logoutToken({ sub: 'owain' })
    scene.now = new Date(Date.now() + 400_000)
    expect(codeOf(await scene.report(token))).toBe('logout_token_invalid')
    scene.now = new Date()
    const elsewhere = await scene.server.app.inject({
      method: 'POST',
      url: '/api/auth/v1/sign-on/another-ltd/logout',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `logout_token=${token}`,
    })
    expect(codeOf(elsewhere)).toBe('not_found')
  })
})

it('nobody begins, finishes or ends a sign-in while the provider is away, or once sign-on was removed', async () => {
  const { db } = scene.server.context
  const user = await scene.signedOn('owain')
  const begun = await returned()
  const report = await scene.provider.logoutToken({ sub: 'owain' })
  const beginAgain = () =>
    scene.server.app.inject({ method: 'POST', url: '/api/auth/v1/sign-on', payload: { at: DOMAIN } })
  await db.updateTable('sign_on').set({ issuer: 'http://127.0.0.1:1' }).execute()
  scene.logged.length = 0
  const away = [await beginAgain(), await scene.finish(begun.values, begun.cookie), await scene.report(report)]
  const line = { level: 40, organisation: scene.organisation_id, trouble: 'unreachable' }
  const warned = scene.logged.filter(({ level }) => level === 40)
  expect(warned).toMatchObject(
    Array.from({ length: 3 }, () => ({ ...line, msg: 'an identity provider cannot be used' })),
  )
  expect(away.map(codeOf)).toEqual(Array(3).fill('sign_on_unavailable'))
  await db.updateTable('sign_on').set({ issuer: scene.provider.url }).execute()
  expect(await isOpen(user)).toBe(true)
  const later = await returned()
  await scene.asManager('DELETE', SIGN_ON)
  const removed = [await beginAgain(), await scene.finish(later.values, later.cookie), await scene.report(report)]
  expect(removed.map(codeOf)).toEqual(['not_found', 'sign_on_expired', 'not_found'])
  expect(await isOpen(user)).toBe(false)
  await scene.save()
})

it('what was refused and ended is in the audit log', async () => {
  const { db } = scene.server.context
  expect(codeOf(await scene.signOn('nobody', { email: 'x@elsewhere.example', email_verified: true }))).toBe(
    'sign_on_mail',
  )
  await scene.signedOn('owain')
  await scene.signedOn('owain')
  expect((await scene.report(await scene.provider.logoutToken({ sub: 'owain' }))).json()).toEqual({ ended: 2 })
  expect((await scene.report(await scene.provider.logoutToken({ sub: 'owain' }))).json()).toEqual({ ended: 0 })
  const rows = await db.selectFrom('audit_event').select(['event', 'details']).orderBy('seq', 'desc').limit(4).execute()
  expect(rows.toReversed()).toEqual([
    { event: 'sign_on_refused', details: { reason: 'sign_on_mail' } },
    { event: 'signed_on', details: {} },
    { event: 'signed_on', details: {} },
    { event: 'sign_on_ended', details: { sessions: 2 } },
  ])
})
