import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { findSession } from '../features/auth/session.store.ts'
import { AppError } from '../app-error.ts'
import { refusalFor } from '../access/authorise.ts'
import type { Requester } from '../access/actor.ts'
import { XSRF_COOKIE, XSRF_HEADER } from './xsrf-cookie.ts'

/** Finds the caller by bearer token. Refuses forged calls and calls without the required right. @see spec §7 */
export async function authenticate(context: Context, request: FastifyRequest): Promise<void> {
  const { endpoint } = request.routeOptions.config
  if (!endpoint) return
  const session = endpoint.auth === 'session' ? await sessionOf(context, request, endpoint) : undefined
  refuseForged(request, session?.xsrf_token)
  request.user = session?.user
  const refusal = session && refusalFor(endpoint, session.user, context.settings.projectVariant)
  if (refusal) throw refusal
}

/** The token of `Authorization: Bearer …`, if the call carries one. */
export const bearerToken = (request: FastifyRequest): string | undefined =>
  /^bearer ([\w-]{1,100})$/i.exec(request.headers.authorization ?? '')?.[1]

async function sessionOf(context: Context, request: FastifyRequest, needs: Requester['needs']) {
  const token = bearerToken(request)
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
