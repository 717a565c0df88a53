import type { AuthUser } from '@postroom/contract/auth'
import type { AnswerOf } from '@postroom/contract/endpoint'
import type { ErrorBody } from '@postroom/contract/errors'
import type { listPasskeys, preparePasskey } from '@postroom/contract/passkey'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeEach, describe, expect, it, test } from 'vitest'
import { inTransaction } from '../../../db/in-transaction.ts'
import { passkeyScene, PATH, type PasskeyScene } from '../../../testing/passkey-scene.ts'
import { newMaker, SoftwareAuthenticator, type Circumstances } from '../../../testing/software-authenticator.ts'
import { eraseUser } from '../../administration/erase-member.store.ts'
import { getUser } from '../../identity/user.store.ts'

let scene: PasskeyScene
let user: AuthUser
beforeEach(async () => {
  await scene?.close()
  scene = await passkeyScene()
  user = await scene.server.signIn()
})
afterAll(() => scene.close())

const outcomeOf = (answer: LightMyRequestResponse) => (answer.statusCode === 200 ? 'added' : codeOf(answer))
type Options = AnswerOf<typeof preparePasskey>
const codeOf = (answer: LightMyRequestResponse) => answer.json<ErrorBody>().code
const list = async (of = user) => (await scene.server.as(of, 'GET', PATH)).json<AnswerOf<typeof listPasskeys>>()
const isOpen = async (of: AuthUser) => (await scene.server.as(of, 'GET', PATH)).statusCode === 200

describe('adding a passkey', () => {
  it('needs the password', async () => {
    for (const [proof, code] of [
      [{ current_password: 'wrong' }, 'password_wrong'],
      [{}, 'required'],
    ] as const) {
      const answer = await scene.prepare(user, proof)
      expect(answer.json<ErrorBody>().fields).toMatchObject([{ field: 'current_password', code }])
    }
  })

  it('asks for a key that is found without a username and verifies its user, and for no proof of its make', async () => {
    const key = new SoftwareAuthenticator()
    await scene.added(user, key)
    expect((await scene.prepare(user)).json()).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      rp: { id: 'localhost', name: 'Postroom' },
      user: { id: expect.stringMatching(/^[\w-]{22}$/) as string, name: 'demo', displayName: user.fullname },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
      timeout: 300_000,
      attestation: 'none',
      excludeCredentials: [{ type: 'public-key', id: key.id.toString('base64url') }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  })

  it('lists it, mails the owner, is audited and ends every other session', async () => {
    const other = await scene.server.signIn()
    const passkey = await scene.added(user, new SoftwareAuthenticator({ synced: true }))
    expect(passkey).toMatchObject({ name: 'Key', synced: true, created_at: '2026-11-20T09:00:00.000Z' })
    expect(await list()).toEqual({ passkeys: [passkey] })
    expect([await isOpen(user), await isOpen(other)]).toEqual([true, false])
    expect((await scene.events()).at(-1)).toBe('passkey_added')
    await scene.server.sendNotices()
    expect(scene.server.mails.at(-1)?.subject).toContain('A passkey was added')
  })

  test.each<[string, Partial<Circumstances>]>([
    ['another site', { origin: 'https://postroom.example' }],
    ['another port', { origin: 'http://localhost:9090' }],
    ['another relying party', { rpId: 'example.com' }],
    ['no verification of its user', { verified: false }],
    ['a proof of its make', { format: 'fido-u2f' }],
    ['a certificate of its maker', { format: 'packed', maker: newMaker() }],
  ])('is refused with %s, which uses the challenge up', async (_what, changes) => {
    const options = (await scene.prepare(user)).json<Options>()
    const key = new SoftwareAuthenticator()
    const send = (credential: object) => scene.server.as(user, 'POST', PATH, { name: 'Key', credential })
    expect(codeOf(await send(key.create(options, changes)))).toBe('passkey_refused')
    expect(codeOf(await send(key.create(options)))).toBe('passkey_refused')
  })

  it('accepts a key that signs itself, which says nothing of its make', async () => {
    expect((await scene.add(user, new SoftwareAuthenticator(), { format: 'packed' })).statusCode).toBe(200)
  })

  it('takes a challenge once, also twice at once, within five minutes, and of the same user only', async () => {
    const send = async (of: AuthUser, options: Options) => {
      const credential = new SoftwareAuthenticator().create(options)
      return outcomeOf(await scene.server.as(of, 'POST', PATH, { name: 'Key', credential }))
    }
    const prepared = async () => (await scene.prepare(user)).json<Options>()
    const once = await prepared()
    expect((await Promise.all([send(user, once), send(user, once)])).toSorted()).toEqual(['added', 'passkey_refused'])
    const colleague = await scene.server.signIn('lite')
    expect(await send(colleague, await prepared())).toBe('passkey_refused')
    const late = await prepared()
    scene.after(301)
    expect(await send(user, late)).toBe('passkey_refused')
    expect(await send(user, { ...late, challenge: await scene.begin() })).toBe('passkey_refused')
  })

  it('is refused for a passkey that somebody has already', async () => {
    const key = new SoftwareAuthenticator()
    await scene.added(user, key)
    expect(codeOf(await scene.add(await scene.server.signIn('lite'), key))).toBe('passkey_refused')
  })

  it('has room for ten, also when the last two come at once', async () => {
    for (let n = 1; n <= 9; n++) await scene.added(user, new SoftwareAuthenticator())
    const last = [await scene.prepare(user), await scene.prepare(user)].map((answer) => answer.json<Options>())
    const credentials = last.map((options) => new SoftwareAuthenticator().create(options))
    const both = await Promise.all(
      credentials.map((credential) => scene.server.as(user, 'POST', PATH, { name: 'Key', credential })),
    )
    expect(both.map(outcomeOf).toSorted()).toEqual(['added', 'too_many_passkeys'])
    expect(codeOf(await scene.prepare(user))).toBe('too_many_passkeys')
  })
})

test.each([
  ['http://postroom.example', false],
  ['https://192.0.2.7', false],
  ['https://[2001:db8::7]', false],
  ['http://127.0.0.1:8080', false],
  ['https://postroom.example:8443/office', true],
  ['http://localhost:8080', true],
])('a server at %s has passkeys: %s', async (publicUrl, has) => {
  scene.server.context.settings.publicUrl = publicUrl
  expect(await list()).toEqual({ passkeys: [], ...(!has && { unavailable: 'address' }) })
  const answer = await scene.prepare(user)
  expect(answer.statusCode === 200 ? '' : codeOf(answer)).toBe(has ? '' : 'passkeys_unavailable')
  if (has) expect(answer.json<Options>().rp.id).toBe(new URL(publicUrl).hostname)
})

describe('a passkey', () => {
  it('gets another name, from its owner only', async () => {
    const { id } = await scene.added(user, new SoftwareAuthenticator())
    const rename = (of: AuthUser, name: string) => scene.server.as(of, 'PUT', `${PATH}/${id}`, { name })
    expect((await rename(user, ' Blue key ')).json()).toMatchObject({ id, name: 'Blue key' })
    expect(codeOf(await rename(await scene.server.signIn('lite'), 'Mine'))).toBe('not_found')
    expect((await list()).passkeys).toMatchObject([{ name: 'Blue key' }])
  })

  it('is removed by its owner only: it signs in no more, other sessions end, and a mail is sent', async () => {
    const key = new SoftwareAuthenticator()
    const { id } = await scene.added(user, key)
    const [colleague, other] = [await scene.server.signIn('lite'), await scene.server.signIn()]
    expect(codeOf(await scene.server.as(colleague, 'DELETE', `${PATH}/${id}`))).toBe('not_found')
    expect((await scene.server.as(user, 'DELETE', `${PATH}/${id}`)).json()).toEqual({ removed: true })
    expect(codeOf(await scene.server.as(user, 'DELETE', `${PATH}/${id}`))).toBe('not_found')
    expect(await scene.signIn(key)).toBe('invalid_credentials')
    expect([await isOpen(user), await isOpen(other)]).toEqual([true, false])
    expect(await scene.events()).toContain('passkey_removed')
    await scene.server.sendNotices()
    expect(scene.server.mails.at(-1)?.subject).toContain('A passkey was removed')
  })

  it('goes with its erased user, and so do their challenges', async () => {
    const { db } = scene.server.context
    await scene.added(user, new SoftwareAuthenticator())
    await scene.prepare(user)
    const owner = await getUser(db, user.id)
    await inTransaction(db, (tx) => eraseUser(tx, owner, new Date()))
    expect(await db.selectFrom('passkey').select('id').execute()).toEqual([])
    expect(await db.selectFrom('passkey_challenge').select('purpose').execute()).toEqual([])
  })
})
