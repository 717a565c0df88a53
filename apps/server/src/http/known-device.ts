import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'

const COOKIE = 'postroom-device'
const YEAR_S = 365 * 24 * 60 * 60
/** Users of one browser that it is known for; the one who signed in first is forgotten. */
const USERS_MAX = 5
const SEPARATOR = '~'

const ownerOf = (userId: string): string => `device of ${userId}`

const marksOf = (request: FastifyRequest): string[] =>
  (request.cookies[COOKIE] ?? '').split(SEPARATOR).slice(0, USERS_MAX)

/** The id of the browser, if this user has signed in with it before. A mark of another user, or a forged one, opens nothing. */
export const knownDevice = ({ seal }: Context, request: FastifyRequest, userId: string): string | undefined =>
  marksOf(request)
    .map((mark) => seal.open(mark, ownerOf(userId)))
    .find((id) => id !== undefined)

/** Marks the browser as one that this user has signed in with. Only the sign-in gets the cookie, and scripts never do. */
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
