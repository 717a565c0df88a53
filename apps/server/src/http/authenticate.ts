import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { isMeantAsApiKey, isWholeApiKey } from '../api-key-secret.ts'
import { countKeyCall, findKeyInUse } from '../features/auth/api-keys/api-key-in-use.store.ts'
import { findSession } from '../features/auth/session.store.ts'
import { AppError } from '../app-error.ts'
import { refusalFor } from '../access/authorise.ts'
import type { Requester } from '../access/actor.ts'
import type { Access } from '../access/signed-in-user.ts'
import { XSRF_COOKIE, XSRF_HEADER } from './xsrf-cookie.ts'

/** Finds the caller by bearer token, of a session or an API key. Refuses forged calls and calls without the required right. @see spec §7 */
export async function authenticate(context: Context, request: FastifyRequest): Promise<void> {
  const { endpoint } = request.routeOptions.config
  if (!endpoint) return
  const token = bearerToken(request)
  if (token !== undefined && isMeantAsApiKey(token)) {
    refuseForged(request, undefined)
    request.user = await userOfKey(context, token, endpoint)
    if (!isOpenTo(request.user, endpoint)) throw new AppError('api_key_not_allowed')
  } else {
    const session = endpoint.auth === 'session' ? await sessionOf(context, token, endpoint) : undefined
    refuseForged(request, session?.xsrf_token)
    request.user = session?.user
  }
  const refusal = request.user && refusalFor(endpoint, request.user, context.settings.projectVariant)
  if (refusal) throw refusal
}

/** The token of `Authorization: Bearer …`, if the call carries one. */
export const bearerToken = (request: FastifyRequest): string | undefined =>
  /^bearer ([\w-]{1,100})$/i.exec(request.headers.authorization ?? '')?.[1]

/** @throws AppError `api_key_invalid`, or `too_many_requests` when the key has made its calls of this minute */
async function userOfKey(context: Context, secret: string, needs: Requester['needs']): Promise<Requester> {
  const now = context.now()
  const found = isWholeApiKey(secret) ? await findKeyInUse(context.db, secret, now) : undefined
  if (!found) throw new AppError('api_key_invalid')
  const { calls_per_minute, ...user } = found
  if ((await countKeyCall(context.db, user.api_key.id, now)) > calls_per_minute)
    throw new AppError('too_many_requests', { retryAfterS: 60 - now.getUTCSeconds() })
  return { ...user, needs }
}

const isOpenTo = ({ api_key }: Requester, { scope }: Access): boolean =>
  scope !== undefined && api_key?.scopes.includes(scope) === true

async function sessionOf(context: Context, token: string | undefined, needs: Requester['needs']) {
  const session = token === undefined ? undefined : await findSession(context.db, token, context.now())
  if (!session) throw new AppError('session_expired')
  return { ...session, user: { ...session.user, needs } }
}

/**
 * A browser that holds our cookie must repeat it in a header, which other sites cannot read; with a session it must be
 * that session's own cookie. The cookie alone signs nobody in, so this check is a second line of defence.
 */
function refuseForged(request: FastifyRequest, expected: string | undefined): void {
  const cookie = request.cookies[XSRF_COOKIE]
  if (request.method === 'GET' || request.method === 'HEAD' || cookie === undefined) return
  const header = request.headers[XSRF_HEADER]
  if (typeof header === 'string' && equal(header, expected ?? cookie) && equal(header, cookie)) return
  throw new AppError('xsrf_token_invalid')
}

function equal(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
