import { authUserSchema, type AuthUser } from '@postroom/contract/auth'
import { afterAll, beforeEach, describe, expect, it, test } from 'vitest'
import { buildApp } from '../../../app.ts'
import { passkeyScene, PATH, WITH_PASSWORD, type PasskeyScene } from '../../../testing/passkey-scene.ts'
import { SoftwareAuthenticator, type Circumstances } from '../../../testing/software-authenticator.ts'
import { untilWaiting } from '../../../testing/test-database.ts'
import { changeAuthentication } from '../../identity/user.store.ts'

let scene: PasskeyScene
let user: AuthUser
let key: SoftwareAuthenticator
beforeEach(async () => {
  await scene?.close()
  scene = await passkeyScene()
  user = await scene.server.signIn()
  key = new SoftwareAuthenticator()
  await scene.added(user, key)
})
afterAll(() => scene.close())

const post = (payload: object) =>
  scene.server.app.inject({ method: 'POST', url: '/api/auth/v1/token/passkey', payload })
/** Which user of the database the demo user is, in the bytes that authenticators return. */
const handleOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')

describe('signing in with a passkey', () => {
  it('opens a session as a password does, in a browser that is then known', async () => {
    const answer = await post(key.get(await scene.begin()))
    expect(authUserSchema.parse(answer.json())).toMatchObject({ id: user.id, username: 'demo' })
    expect(answer.cookies.map(({ name }) => name).toSorted()).toEqual(['XSRF-TOKEN', 'postroom-device'])
    expect((await scene.events()).at(-1)).toBe('signed_in')
  })

  it('is recorded on the passkey, with whether it is synced', async () => {
    scene.after(60)
    expect(await scene.signIn(key, { synced: true })).toBe('signed in')
    expect((await scene.server.as(user, 'GET', PATH)).json()).toMatchObject({
      passkeys: [{ last_used_at: '2026-11-20T09:01:00.000Z', synced: true }],
    })
  })

  it('asks for no code of an app', async () => {
    await scene.turnTwoFactorOn(user)
    expect(await scene.signIn(key)).toBe('signed in')
  })

  test.each<[string, () => Partial<Circumstances>]>([
    ['another site', () => ({ origin: 'https://postroom.example' })],
    ['another relying party', () => ({ rpId: 'example.com' })],
    ['no verification of its user', () => ({ verified: false })],
    ["another user's handle", () => ({ userHandle: handleOf('0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a01') })],
  ])('is refused like a wrong password with %s', async (_what, changes) => {
    expect(await scene.signIn(key, changes())).toBe('invalid_credentials')
    expect((await scene.events()).at(-1)).toBe('sign_in_failed')
  })

  it('is refused like a wrong password for an unknown passkey, and for a signature of another key', async () => {
    const stranger = new SoftwareAuthenticator({ userHandle: handleOf(user.id) })
    expect(await scene.signIn(stranger)).toBe('invalid_credentials')
    const forged = { ...stranger.get(await scene.begin()), id: key.id.toString('base64url') }
    expect(await scene.finish(forged)).toBe('invalid_credentials')
  })

  it('takes a challenge once, also twice at once, and within five minutes', async () => {
    const assertion = key.get(await scene.begin())
    const both = await Promise.all([scene.finish(assertion), scene.finish(assertion)])
    expect(both.toSorted()).toEqual(['invalid_credentials', 'signed in'])
    expect(await scene.finish(assertion)).toBe('invalid_credentials')
    const late = key.get(await scene.begin())
    scene.after(301)
    expect(await scene.finish(late)).toBe('invalid_credentials')
  })

  it('takes no challenge of its own making, nor one for adding or confirming', async () => {
    const { challenge: toAdd } = (await scene.prepare(user)).json<{ challenge: string }>()
    const { challenge: toConfirm } = (await scene.server.as(user, 'POST', `${PATH}/challenge`)).json<{
      challenge: string
    }>()
    for (const challenge of [toAdd, toConfirm, 'AAAA', ''])
      expect(await scene.finish(key.get(challenge))).toBe('invalid_credentials')
  })

  it('refuses what is not client data without failing', async () => {
    const { id, response } = key.get(await scene.begin())
    for (const text of ['null', '[]', '{"challenge":1}', 'no json', '"text"']) {
      const clientDataJSON = Buffer.from(text).toString('base64url')
      expect(await scene.finish({ id, response: { ...response, clientDataJSON } })).toBe('invalid_credentials')
    }
    const broken = key.get(await scene.begin())
    expect(await scene.finish({ ...broken, response: { ...broken.response, authenticatorData: 'AA' } })).toBe(
      'invalid_credentials',
    )
  })

  it('refuses a passkey whose counter did not rise, for there may be a copy, and records it', async () => {
    expect(await scene.signIn(key, { counter: 5 })).toBe('signed in')
    expect(await scene.signIn(key, { counter: 6 })).toBe('signed in')
    for (const counter of [6, 5, 0]) expect(await scene.signIn(key, { counter })).toBe('invalid_credentials')
    expect((await scene.events()).filter((event) => event === 'passkey_copied')).toHaveLength(3)
    expect(await scene.signIn(key, { counter: 7 })).toBe('signed in')
  })

  it('accepts the same counter only once at once', async () => {
    const [one, other] = [await scene.begin(), await scene.begin()]
    const answers = await Promise.all([one, other].map((from) => scene.finish(key.get(from, { counter: 9 }))))
    expect(answers.toSorted()).toEqual(['invalid_credentials', 'signed in'])
  })

  it('is refused for a disabled user', async () => {
    await scene.server.context.db
      .updateTable('app_user')
      .set({ disabled_at: new Date() })
      .where('id', '=', user.id)
      .execute()
    expect(await scene.signIn(key)).toBe('invalid_credentials')
  })

  it('fails when the passkeys of the user change while it is in progress', async () => {
    const { db } = scene.server.context
    const changing = await db.startTransaction().execute()
    await changeAuthentication(changing, user.id)
    const answer = scene.signIn(key)
    await untilWaiting(scene.server.database.url, 1)
    await changing.commit().execute()
    expect(await answer).toBe('invalid_credentials')
  })

  it('works after a change of the password', async () => {
    const change = { password: 'a good new phrase', ...WITH_PASSWORD }
    expect((await scene.server.as(user, 'PUT', '/identity/v1/user/self', change)).statusCode).toBe(200)
    expect(await scene.signIn(key)).toBe('signed in')
  })

  it('is finished by another process than began it', async () => {
    const another = await buildApp(scene.server.context, { logLevel: 'silent', isReady: async () => true })
    const payload = key.get(await scene.begin())
    const answer = await another.inject({ method: 'POST', url: '/api/auth/v1/token/passkey', payload })
    expect(answer.statusCode).toBe(200)
    await another.close()
  })

  it('begins the same way for everybody', async () => {
    const answer = await scene.server.app.inject({ method: 'POST', url: '/api/auth/v1/passkey' })
    expect(Object.keys(answer.json<object>())).toEqual(['challenge'])
    const rows = await scene.server.context.db.selectFrom('passkey_challenge').selectAll().execute()
    expect(rows).toMatchObject([{ purpose: 'sign_in', user_id: null }])
    expect(rows[0]!.challenge_hash).toHaveLength(32)
  })

  it('is throttled by network: a hundred failures in a quarter of an hour, passwords included', async () => {
    const failed = Array.from({ length: 100 }, () => ({
      counter: 'sign-in from\n192.0.2.1',
      failed_at: new Date('2026-11-20T08:59:00Z'),
    }))
    await scene.server.context.db.insertInto('sign_in_failure').values(failed.slice(1)).execute()
    expect(await scene.signIn(key)).toBe('signed in')
    expect(await scene.signIn(key, { verified: false })).toBe('invalid_credentials')
    expect(await scene.signIn(key)).toBe('too_many_requests')
    expect(await scene.finish(key.get(await scene.begin()), '198.51.100.4')).toBe('signed in')
    scene.after(901)
    expect(await scene.signIn(key)).toBe('signed in')
  })
})

describe('an organisation that has turned passwords off', () => {
  beforeEach(async () => {
    const { db } = scene.server.context
    const { organisation_id } = await db
      .selectFrom('app_user')
      .select('organisation_id')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    const rights = { plan: 'full', role: 'sender', groups_claim: null, group_roles: '[]', passwords: false } as const
    await db
      .insertInto('sign_on')
      .values({ organisation_id, issuer: 'https://login.example', client_id: 'x', client_secret: 'v1.x', ...rights })
      .execute()
  })

  it('has no passkeys either, except for operators', async () => {
    expect(await scene.signIn(key)).toBe('passwords_off')
    expect((await scene.server.as(user, 'GET', PATH)).json()).toMatchObject({ unavailable: 'sign_on' })
    expect((await scene.prepare(user)).json()).toMatchObject({ code: 'passkeys_unavailable' })
    await scene.server.context.db
      .updateTable('app_user')
      .set({ roles: ['operator'] })
      .where('id', '=', user.id)
      .execute()
    expect(await scene.signIn(key)).toBe('signed in')
    expect((await scene.prepare(user)).statusCode).toBe(200)
  })
})

it('has no passkeys at an address without a domain name', async () => {
  const begun = key.get(await scene.begin())
  scene.server.context.settings.publicUrl = 'http://127.0.0.1:8080'
  expect(await scene.finish(begun)).toBe('passkeys_unavailable')
  const answer = await scene.server.app.inject({ method: 'POST', url: '/api/auth/v1/passkey' })
  expect(answer.json()).toMatchObject({ code: 'passkeys_unavailable' })
})
