import fastifyRateLimit from '@fastify/rate-limit'
import type { Endpoint } from '@postroom/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../app-error.ts'

/**
 * Per network, over all calls that need no session. An office behind one address with ten busy printers makes 1,000.
 */
const PUBLIC_CALLS_PER_MINUTE = 3_000
/**
 * Per network, to one call that takes more work than others: it hashes a password, or asks another server.
 */
const COSTLY_CALLS_PER_MINUTE = 120

/**
 * Limits every route registered after this call, per network: an IPv4 address, or an IPv6 /64. Calls that need a
 * session are exempt (`callLimitOf`). They protect the process, so each keeps its own counts, also while the database is
 * away. Guesses at passwords and codes are counted in the database, for all processes together (access/limit-attempts.ts).
 */
export async function limitCalls(app: FastifyInstance, max = PUBLIC_CALLS_PER_MINUTE): Promise<void> {
  await app.register(fastifyRateLimit, {
    max,
    timeWindow: 60_000,
    errorResponseBuilder: () => new AppError('too_many_requests'),
  })
}

/** The limit that an endpoint's contract sets for it. */
export function callLimitOf(endpoint: Endpoint): { rateLimit?: { max: number } | false } {
  if (endpoint.errors.includes('too_many_requests')) return { rateLimit: { max: COSTLY_CALLS_PER_MINUTE } }
  return endpoint.auth === 'session' ? { rateLimit: false } : {}
}
