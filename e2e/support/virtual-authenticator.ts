import type { CDPSession, Page } from '@playwright/test'

/** An authenticator of Chromium's developer tools, built into the computer of the page. */
export class VirtualAuthenticator {
  readonly #session: CDPSession
  readonly #authenticatorId: string

  private constructor(session: CDPSession, authenticatorId: string) {
    this.#session = session
    this.#authenticatorId = authenticatorId
  }

  /** Its user touches it and is recognised whenever it is asked; also by the browser's list, from which they choose at once. */
  static async plugInto(page: Page): Promise<VirtualAuthenticator> {
    const session = await page.context().newCDPSession(page)
    await session.send('WebAuthn.enable')
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    return new VirtualAuthenticator(session, authenticatorId)
  }

  /** Whether it recognises its user from now on; otherwise the browser reports what it reports for a closed dialog. */
  async recognise(isUserVerified: boolean): Promise<void> {
    await this.#session.send('WebAuthn.setUserVerified', { authenticatorId: this.#authenticatorId, isUserVerified })
  }

  /** How many passkeys it has. */
  async count(): Promise<number> {
    const { credentials } = await this.#session.send('WebAuthn.getCredentials', {
      authenticatorId: this.#authenticatorId,
    })
    return credentials.length
  }
}
