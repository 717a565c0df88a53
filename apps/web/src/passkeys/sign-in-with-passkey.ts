import type { AuthUser } from '@postroom/contract/auth'
import type { beginPasskeySignIn as begin, signInWithPasskey as signIn } from '@postroom/contract/passkey'
import type { Assertion } from '@postroom/contract/webauthn'
import { browserSupportsWebAuthnAutofill, WebAuthnAbortService } from '@simplewebauthn/browser'
import { BEGIN_PASSKEY_SIGN_IN, SIGN_IN_WITH_PASSKEY } from '../api/calls-without-schemas.ts'
import { send, textOf } from '../api/send.ts'
import { authUserIn } from '../session/auth-user.ts'
import { signChallenge } from './ceremonies.ts'

/** Challenges are good for five minutes. */
const RENEW_AFTER_MS = 4 * 60_000

/** Asks for a passkey in the browser's dialog. @throws PasskeyFailure, and what `send` throws */
export const askForPasskey = async (challenge?: string): Promise<Assertion> =>
  signChallenge(challenge ?? (await newChallenge()))

/**
 * Offers passkeys in the list under the username, until one is chosen or `signal` aborts.
 *
 * @returns nothing when none was chosen, or the browser has no such list
 */
export async function passkeyFromAutofill(signal: AbortSignal): Promise<Assertion | undefined> {
  if (!(await browserSupportsWebAuthnAutofill())) return undefined
  while (!signal.aborted) {
    const challenge = await newChallenge()
    if (signal.aborted) break
    let isRenewal = false
    const renewal = setTimeout(() => {
      isRenewal = true
      end()
    }, RENEW_AFTER_MS)
    signal.addEventListener('abort', end)
    const chosen = await signChallenge(challenge, 'autofill').catch(() => undefined)
    signal.removeEventListener('abort', end)
    clearTimeout(renewal)
    if (chosen || !isRenewal) return chosen
  }
  return undefined
}

/** @throws what `send` throws, and Error when the answer breaks the contract */
export async function signInWith(body: Assertion): Promise<AuthUser> {
  const { bytes } = await send<typeof signIn>(SIGN_IN_WITH_PASSKEY, { body })
  const user = authUserIn(textOf(bytes))
  if (!user) throw new Error('signInWithPasskey answered with something else than a user')
  return user
}

const end = (): void => WebAuthnAbortService.cancelCeremony()

async function newChallenge(): Promise<string> {
  const { bytes } = await send<typeof begin>(BEGIN_PASSKEY_SIGN_IN, {})
  const { challenge } = Object(JSON.parse(textOf(bytes))) as Record<string, unknown>
  if (typeof challenge !== 'string') throw new Error('beginPasskeySignIn answered with something else')
  return challenge
}
