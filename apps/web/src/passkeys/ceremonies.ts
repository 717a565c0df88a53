import type { AnswerOf } from '@postroom/contract/endpoint'
import type { preparePasskey } from '@postroom/contract/passkey'
import type { Assertion, Attestation } from '@postroom/contract/webauthn'
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { PasskeyFailure } from './passkey-failure.ts'

// Loaded when a passkey is first used: few pages need the library.

/**
 * Has the user sign a challenge with one of their passkeys, and their authenticator verify them. A call ends the one before.
 *
 * @param place the browser's own dialog, or its list under the username
 * @throws PasskeyFailure
 */
export async function signChallenge(challenge: string, place: 'dialog' | 'autofill' = 'dialog'): Promise<Assertion> {
  const { id, response } = await startAuthentication({
    optionsJSON: { challenge, userVerification: 'required' },
    useBrowserAutofill: place === 'autofill',
  }).catch(failed)
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response
  return { id, response: { clientDataJSON, authenticatorData, signature, userHandle } }
}

/** A new passkey. `isHere`: on this computer, not on a security key or a telephone. */
export interface MadePasskey {
  credential: Attestation
  isHere: boolean
}

/** Has a passkey made, on this computer or elsewhere. @throws PasskeyFailure */
export async function makePasskey(optionsJSON: AnswerOf<typeof preparePasskey>): Promise<MadePasskey> {
  const { id, response, authenticatorAttachment } = await startRegistration({ optionsJSON }).catch(failed)
  const { clientDataJSON, attestationObject } = response
  return {
    credential: { id, response: { clientDataJSON, attestationObject } },
    isHere: authenticatorAttachment !== 'cross-platform',
  }
}

const REASONS: Readonly<Record<string, PasskeyFailure['reason']>> = {
  AbortError: 'cancelled',
  NotAllowedError: 'cancelled',
  InvalidStateError: 'known',
}

function failed(error: unknown): never {
  throw new PasskeyFailure(error instanceof Error ? (REASONS[error.name] ?? 'unable') : 'unable', error)
}
