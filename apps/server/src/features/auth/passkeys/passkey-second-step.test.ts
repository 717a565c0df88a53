import type { AuthUser } from '@postroom/contract/auth'
import type { ErrorBody } from '@postroom/contract/errors'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { outcomeOf, passkeyScene, PATH, WITH_PASSWORD, type PasskeyScene } from '../../../testing/passkey-scene.ts'
import { SoftwareAuthenticator } from '../../../testing/software-authenticator.ts'

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

/** The challenge with which the server asks for a second step. */
const asked = async (fields: Record<string, string> = {}) =>
  (await scene.withPassword(fields)).json<ErrorBody>().details?.['passkey_challenge'] as string | undefined

describe('after the password', () => {
  it('no second step is asked for because of a passkey alone', async () => {
    expect(outcomeOf(await scene.withPassword())).toBe('signed in')
  })

  it('a passkey, a code of the app or a recovery code is the second step', async () => {
    const { code, recovery_codes } = await scene.turnTwoFactorOn(user)
    expect(outcomeOf(await scene.withPassword())).toBe('mfa_required')
    expect(await scene.finish(key.get((await asked())!))).toBe('signed in')
    scene.after(30)
    expect(outcomeOf(await scene.withPassword({ otp: code }))).toBe('signed in')
    expect(outcomeOf(await scene.withPassword({ otp: recovery_codes[0]! }))).toBe('signed in')
  })

  it("nobody else's passkey is, and the challenge is used up", async () => {
    await scene.turnTwoFactorOn(user)
    const theirs = new SoftwareAuthenticator()
    await scene.added(await scene.server.signIn('lite'), theirs)
    const challenge = (await asked())!
    expect(await scene.finish(theirs.get(challenge))).toBe('invalid_credentials')
    expect(await scene.finish(key.get(challenge))).toBe('invalid_credentials')
  })

  it('a challenge is given after the right password only, to users with passkeys, and where there are any', async () => {
    const { recovery_codes } = await scene.turnTwoFactorOn(user)
    expect(await asked({ password: 'wrong' })).toBeUndefined()
    expect(await asked({ otp: 'wrong-code' })).toBeUndefined()
    await scene.turnTwoFactorOn(await scene.server.signIn('lite'))
    expect(outcomeOf(await scene.withPassword({ username: 'lite' }))).toBe('mfa_required')
    expect(await asked({ username: 'lite' })).toBeUndefined()
    scene.server.context.settings.publicUrl = 'https://192.0.2.7'
    expect(await asked()).toBeUndefined()
    expect(outcomeOf(await scene.withPassword({ otp: recovery_codes[0]! }))).toBe('signed in')
  })
})

/** The challenge of a proof. */
const challengeFor = async (of: AuthUser) =>
  (await scene.server.as(of, 'POST', `${PATH}/challenge`)).json<{ challenge: string }>().challenge
const codeOf = (answer: LightMyRequestResponse) => answer.json<ErrorBody>().code

describe('before a change of how to sign in', () => {
  it('a passkey replaces the password and the code', async () => {
    await scene.turnTwoFactorOn(user)
    const withoutCode = await scene.prepare(user)
    expect(withoutCode.json<ErrorBody>().fields).toMatchObject([{ field: 'otp', code: 'required' }])
    expect((await scene.prepare(user, { passkey: key.get(await challengeFor(user)) })).statusCode).toBe(200)
    const remove = { passkey: key.get(await challengeFor(user)) }
    const removed = await scene.server.as(user, 'POST', '/identity/v1/user/twoFactor/remove', remove)
    expect(removed.json()).toEqual({ active: false })
  })

  it('it must be fresh, of the user, and asked for in this way', async () => {
    const once = key.get(await challengeFor(user))
    expect((await scene.prepare(user, { passkey: once })).statusCode).toBe(200)
    const theirs = new SoftwareAuthenticator()
    const colleague = await scene.server.signIn('lite')
    await scene.added(colleague, theirs)
    const refused = [
      once,
      theirs.get(await challengeFor(user)),
      key.get(await scene.begin()),
      theirs.get(await challengeFor(colleague)),
    ]
    for (const passkey of refused) expect(codeOf(await scene.prepare(user, { passkey }))).toBe('passkey_refused')
    const unverified = key.get(await challengeFor(user), { verified: false })
    expect(codeOf(await scene.prepare(user, { ...WITH_PASSWORD, passkey: unverified }))).toBe('passkey_refused')
  })
})
