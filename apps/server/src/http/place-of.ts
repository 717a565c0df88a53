import type { FastifyRequest } from 'fastify'
import type { Place } from '../features/auth/session.store.ts'

const USER_AGENT_MAX = 200

/** Where a sign-in comes from. */
export const placeOf = (request: FastifyRequest): Place => ({
  user_agent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
  address: request.ip,
})
