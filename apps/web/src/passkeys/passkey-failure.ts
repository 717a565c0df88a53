import type { TFunction } from 'i18next'

/**
 * Why the browser handed over no passkey. `cancelled`: the user closed its dialog, or was too slow. `known`: the authenticator
 * has one already. `unable`: it cannot make or use one.
 */
export class PasskeyFailure extends Error {
  readonly reason: 'cancelled' | 'known' | 'unable'

  constructor(reason: PasskeyFailure['reason'], cause: unknown) {
    super(`No passkey: ${reason}`, { cause })
    this.name = 'PasskeyFailure'
    this.reason = reason
  }
}

/** The failure in the user's language; nothing for any other error. */
export const passkeyFailureText = (error: Error | null, t: TFunction): string | undefined =>
  error instanceof PasskeyFailure ? t(`passkey.${error.reason}`) : undefined
