import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload } from 'jose'
import type { Configuration } from 'openid-client'
import * as z from 'zod'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../db/in-transaction.ts'
import { asTenant } from '../../../db/tenant.ts'
import type { Log } from '../../../log.ts'
import { hashOf } from '../../../secret-token.ts'
import { recordAudit } from '../../audit/audit.store.ts'
import { openIssuerOr } from './begin-sign-on.ts'
import { issuerFailureIn } from './issuer-failure.ts'
import { issuerFetch } from './issuer-fetch.ts'
import { providerId } from './provider-id.ts'
import { findSignOnAt, type StoredSignOn } from './sign-on.store.ts'
import { endSignedOnSessions, keepReport } from './subject.store.ts'

const LOGOUT = 'http://schemas.openid.net/event/backchannel-logout'
/** Signatures with a public key only: our client secret must not be able to make one. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
/** A report is accepted for this long; its id is kept for longer, as clocks differ. */
const REPORT_S = 5 * 60
const KEPT_S = 3 * REPORT_S

/** The claims of a logout token (OpenID Connect Back-Channel Logout 1.0 §2.4). A nonce marks an ID token. */
const reportSchema = z
  .object({
    jti: z.string().min(1),
    sub: providerId.optional(),
    sid: providerId.optional(),
    nonce: z.undefined().optional(),
    events: z.object({ [LOGOUT]: z.looseObject({}) }),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined)

/**
 * Ends the sessions that a report of the identity provider names, for all server processes at once.
 *
 * @returns how many
 * @throws AppError not_found, logout_token_invalid, sign_on_unavailable
 */
export async function endSignedOn(context: Context, handle: string, token: string, log: Log): Promise<number> {
  const signOn = await findSignOnAt(context.db, handle)
  if (!signOn) throw new AppError('not_found')
  const { organisation_id } = signOn
  const payload = await verified(context, signOn, token, log)
  const report = reportSchema.safeParse(payload)
  if (!report.success) throw new AppError('logout_token_invalid')
  const expires_at = new Date(context.now().getTime() + KEPT_S * 1000)
  return asTenant(organisation_id, () =>
    inTransaction(context.db, async (tx) => {
      const kept = { organisation_id, jti_hash: hashOf(report.data.jti), expires_at }
      if (!(await keepReport(tx, kept))) throw new AppError('logout_token_invalid')
      const sessions = await endSignedOnSessions(tx, signOn, report.data)
      if (sessions > 0) await recordAudit(tx, { organisation_id, event: 'sign_on_ended', details: { sessions } })
      return sessions
    }),
  )
}

/** The claims of a token that this issuer signed for us just now. */
async function verified(context: Context, signOn: StoredSignOn, token: string, log: Log): Promise<JWTPayload> {
  const configuration = await openIssuerOr(context, signOn, log)
  try {
    const { payload } = await jwtVerify(token, keysOf(context, configuration), {
      issuer: signOn.issuer,
      audience: signOn.client_id,
      algorithms: ALGORITHMS,
      maxTokenAge: REPORT_S,
      requiredClaims: ['iat', 'jti', 'events'],
      currentDate: context.now(),
      clockTolerance: 30,
    })
    return payload
  } catch (error) {
    if (issuerFailureIn(error)) throw new AppError('sign_on_unavailable')
    if (error instanceof errors.JOSEError) throw new AppError('logout_token_invalid')
    throw error
  }
}

function keysOf({ settings }: Context, configuration: Configuration) {
  const call = issuerFetch(settings.privateHosts)
  return createRemoteJWKSet(new URL(configuration.serverMetadata().jwks_uri!), {
    [customFetch]: (url, { method, headers }) =>
      call(url, { method, headers: Object.fromEntries(new Headers(headers)), body: undefined, redirect: 'manual' }),
  })
}
