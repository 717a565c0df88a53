import { afterEach, expect, it } from 'vitest'
import { i18next } from '../i18n.ts'
import { closed, fakePasskeys, withoutPasskeys } from '../testing/fake-passkeys.ts'
import { canUsePasskeys } from './can-use-passkeys.ts'
import { makePasskey, signChallenge } from './ceremonies.ts'
import { PasskeyFailure, passkeyFailureText } from './passkey-failure.ts'

afterEach(withoutPasskeys)

const CHALLENGE = btoa('a challenge'.padEnd(32)).replace('=', '')
const OPTIONS = {
  challenge: CHALLENGE,
  rp: { id: 'localhost', name: 'Postroom' },
  user: { id: 'dXNlcg', name: 'demo', displayName: 'Demo User' },
  pubKeyCredParams: [],
} as never

it.each([
  ['the user closed the dialog', closed(), 'cancelled'],
  ['the call was ended', new DOMException('', 'AbortError'), 'cancelled'],
  ['the authenticator has one', new DOMException('', 'InvalidStateError'), 'known'],
  ['it cannot', new DOMException('', 'NotSupportedError'), 'unable'],
])('no passkey is made when %s', async (_when, error, reason) => {
  fakePasskeys().answers.push(error)
  const failure: unknown = await makePasskey(OPTIONS).catch((cause: unknown) => cause)
  expect(failure).toBeInstanceOf(PasskeyFailure)
  expect(failure).toMatchObject({ name: 'PasskeyFailure', reason })
  expect(passkeyFailureText(failure as Error, i18next.t)).toBe(i18next.t(`passkey.${reason}`))
})

it('no other error has a text', () => {
  expect([passkeyFailureText(new Error('a bug'), i18next.t), passkeyFailureText(null, i18next.t)]).toEqual([
    undefined,
    undefined,
  ])
})

it('a passkey on another device is not here', async () => {
  fakePasskeys()
  const { credential, isHere } = await makePasskey(OPTIONS)
  expect([credential.id, isHere]).toEqual(['a-passkey', false])
  expect(Object.keys(credential.response)).toEqual(['clientDataJSON', 'attestationObject'])
})

it('signs a challenge with what the server needs of it', async () => {
  fakePasskeys()
  const { id, response } = await signChallenge(CHALLENGE)
  expect(id).toBe('a-passkey')
  expect(Object.keys(response)).toEqual(['clientDataJSON', 'authenticatorData', 'signature', 'userHandle'])
})

it('passkeys can be used only at the address of the server, in a browser that has them', () => {
  expect(canUsePasskeys()).toBe(false)
  fakePasskeys()
  expect(canUsePasskeys()).toBe(true)
  withoutPasskeys()
  expect(canUsePasskeys()).toBe(false)
})
