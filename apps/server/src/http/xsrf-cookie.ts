import type { FastifyReply } from 'fastify'
import type { Settings } from '../context.ts'

/** Names of spec §7. The web app reads the cookie, so it is not HttpOnly. */
export const XSRF_COOKIE = 'XSRF-TOKEN'
export const XSRF_HEADER = 'x-xsrf-token'

const attributes = (settings: Settings) =>
  ({ path: '/', sameSite: 'strict', secure: settings.publicUrl.startsWith('https:') }) as const

export function setXsrfCookie(reply: FastifyReply, settings: Settings, value: string): void {
  reply.setCookie(XSRF_COOKIE, value, attributes(settings))
}

export function clearXsrfCookie(reply: FastifyReply, settings: Settings): void {
  reply.clearCookie(XSRF_COOKIE, attributes(settings))
}
