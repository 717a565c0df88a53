import * as client from 'openid-client'
import { AppError } from '../../../app-error.ts'
import type { Context, Settings } from '../../../context.ts'
import type { Log } from '../../../log.ts'
import { newSecret } from '../../../secret-token.ts'
import { keepAttempt } from './attempt.store.ts'
import { issuerFailureIn } from './issuer-failure.ts'
import { openIssuer } from './open-issuer.ts'
import { findSignOnAt, type StoredSignOn } from './sign-on.store.ts'

/** The page of the web app to which identity providers send people back. */
export const redirectUriOf = ({ publicUrl }: Settings): string => `${publicUrl}/login/sign-on`

/**
 * Begins a sign-in at the identity provider of the organisation with this handle or mail domain.
 *
 * @returns the provider's page, and the secret that binds the attempt to this browser
 * @throws AppError not_found, sign_on_unavailable
 */
export async function beginSignOn(
  context: Context,
  { at, return_url }: { at: string; return_url?: string | undefined },
  log: Log,
): Promise<{ url: string; browser: string }> {
  const signOn = await findSignOnAt(context.db, at)
  if (!signOn) throw new AppError('not_found')
  const configuration = await openIssuerOr(context, signOn, log)
  const held = { state: newSecret(), browser: newSecret() }
  const [verifier, nonce] = [client.randomPKCECodeVerifier(), client.randomNonce()]
  const of = { organisation_id: signOn.organisation_id, now: context.now() }
  await keepAttempt(context.db, held, of, { verifier, nonce, return_url })
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUriOf(context.settings),
    scope: scopesOf(configuration, signOn),
    state: held.state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  return { url: url.href, browser: held.browser }
}

/** As `openIssuer`, for a caller who can only wait. @throws AppError sign_on_unavailable */
export async function openIssuerOr(context: Context, signOn: StoredSignOn, log: Log): Promise<client.Configuration> {
  try {
    return await openIssuer(context, signOn)
  } catch (error) {
    const failure = issuerFailureIn(error)
    if (!failure) throw error
    log.warn({ organisation: signOn.organisation_id, trouble: failure.trouble }, 'an identity provider cannot be used')
    throw new AppError('sign_on_unavailable')
  }
}

/** Some providers release the groups of a user for a scope of the same name. */
function scopesOf(configuration: client.Configuration, { groups_claim }: StoredSignOn): string {
  const offered = configuration.serverMetadata().scopes_supported ?? []
  const groups = groups_claim !== null && offered.includes(groups_claim) ? ` ${groups_claim}` : ''
  return `openid email profile${groups}`
}
