import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'

const COOKIE = 'postroom-device'
const YEAR_S = 365 * 24 * 60 * 60
/** Most users that one browser is known to; beyond that the oldest sign-in is dropped. */
const USERS_MAX = 5
const SEPARATOR = '~'

const ownerOf = (userId: string): string => `device of ${userId}`

const marksOf = (request: FastifyRequest): string[] =>
  (request.cookies[COOKIE] ?? '').split(SEPARATOR).slice(0, USERS_MAX)

/**
 * The id of the browser, if this user has signed in with it before. A cookie of another user, or a forged one, does not
 * count.
 */
export const knownDevice = ({ seal }: Context, request: FastifyRequest, userId: string): string | undefined =>
  marksOf(request)
    .map((mark) => seal.open(mark, ownerOf(userId)))
    .find((id) => id !== undefined)

/** Marks the browser as known to this user. The cookie is sent only to the sign-in call, and scripts cannot read it. */
export function rememberDevice(context: Context, request: FastifyRequest, reply: FastifyReply, userId: string): void {
  const { seal, settings } = context
  const id = knownDevice(context, request, userId) ?? randomUUID()
  const others = marksOf(request).filter((mark) => mark !== '' && seal.open(mark, ownerOf(userId)) === undefined)
  const marks = [seal.seal(id, ownerOf(userId)), ...others].slice(0, USERS_MAX)
  reply.setCookie(COOKIE, marks.join(SEPARATOR), {
    path: `${settings.apiBase}/auth/v1/token`,
    httpOnly: true,
    sameSite: 'strict',
    secure: settings.publicUrl.startsWith('https:'),
    maxAge: YEAR_S,
  })
}
