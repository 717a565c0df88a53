import * as client from 'openid-client'
import * as z from 'zod'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Log } from '../../../log.ts'
import { openIssuerOr, redirectUriOf } from './begin-sign-on.ts'
import { issuerFailureIn } from './issuer-failure.ts'
import { providerId } from './provider-id.ts'
import type { StoredSignOn } from './sign-on.store.ts'

/** What the identity provider says of the person who signed in. */
export interface Claims {
  subject: string
  /** Only an address that the provider has verified. */
  email: string | undefined
  fullname: string | undefined
  groups: readonly string[]
  sid: string | undefined
}

interface Returned {
  state: string
  code: string
  iss?: string | undefined
  verifier: string
  nonce: string
}

const GROUPS_MAX = 1000
/** What a provider says beyond the subject may be missing or of another shape; it then counts as not said. */
const claimsSchema = z.object({
  sub: providerId,
  sid: providerId.optional().catch(undefined),
  email: z.email().max(200).optional().catch(undefined),
  email_verified: z.literal([true, 'true']).optional().catch(undefined),
  name: z.string().optional().catch(undefined),
})
const groupsSchema = z.array(z.string().max(200)).max(GROUPS_MAX).catch([])

/**
 * Redeems the code of a sign-in and checks everything that protects it: PKCE, state, nonce, issuer, audience, signature.
 *
 * @throws AppError sign_on_refused, sign_on_unavailable
 */
export async function redeemCode(
  context: Context,
  signOn: StoredSignOn,
  returned: Returned,
  log: Log,
): Promise<Claims> {
  const configuration = await openIssuerOr(context, signOn, log)
  try {
    return claimsOf(await redeem(context, configuration, returned), signOn)
  } catch (error) {
    const failure = issuerFailureIn(error)
    const { code } = error as { code?: unknown }
    const facts = { organisation: signOn.organisation_id, trouble: failure?.trouble, code }
    log.warn(facts, 'an identity provider did not confirm a sign-in')
    throw new AppError(failure ? 'sign_on_unavailable' : 'sign_on_refused')
  }
}

async function redeem(
  { settings }: Context,
  configuration: client.Configuration,
  { state, code, iss, verifier, nonce }: Returned,
): Promise<Record<string, unknown>> {
  const url = new URL(redirectUriOf(settings))
  url.search = new URLSearchParams({ state, code, ...(iss !== undefined && { iss }) }).toString()
  const tokens = await client.authorizationCodeGrant(configuration, url, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()!
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims
  // many providers say more there; the subject must be the same
  return { ...(await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims }
}

function claimsOf(claims: Record<string, unknown>, { groups_claim }: StoredSignOn): Claims {
  const { sub, sid, email, email_verified, name } = claimsSchema.parse(claims)
  return {
    subject: sub,
    email: email_verified === undefined ? undefined : email,
    fullname: name,
    groups: groups_claim === null ? [] : groupsSchema.parse(claims[groups_claim]),
    sid,
  }
}
