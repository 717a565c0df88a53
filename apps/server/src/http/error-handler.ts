import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import { isDatabaseTrouble } from '../db/database-trouble.ts'
import { REPLAYED } from './serve.ts'

/** Turns every failure into the one error format: never a stack, never SQL. @see spec §3, §8 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error)
  if (refusal.status >= 500) request.log.error({ err: error, code: refusal.code }, 'request failed')
  void reply.code(refusal.status).headers(headersOf(refusal)).type('application/json').send(refusal.body(request.id))
}

export const headersOf = ({ code, more: { retryAfterS, replayed } }: AppError) => ({
  ...(code === 'session_expired' && { 'www-authenticate': 'Bearer' }),
  ...(retryAfterS !== undefined && { 'retry-after': String(retryAfterS) }),
  ...(replayed && REPLAYED),
})

/** The refusal to answer with: an error that is none is our own fault, and its details stay here. */
export function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseTrouble(error)) return new AppError('try_again', { retryAfterS: 2 })
  const { code, statusCode } = (error ?? {}) as { code?: string; statusCode?: number }
  if (statusCode === 413) return new AppError('body_too_large')
  if (statusCode === 415) return new AppError('unsupported_media_type')
  if (statusCode === 404) return new AppError('not_found')
  if (code !== undefined && UNREADABLE_BODY.has(code)) return new AppError('malformed_json')
  if (error instanceof SyntaxError && statusCode === 400) return new AppError('malformed_json')
  // other request errors of Fastify and its plugins: a malformed path, a wrong length, an unknown encoding
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new AppError('invalid_request')
  return new AppError('internal_error')
}

const UNREADABLE_BODY = new Set(['FST_ERR_CTP_EMPTY_JSON_BODY', 'FST_ERR_CTP_INVALID_JSON_BODY'])
