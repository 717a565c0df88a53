import { randomBytes, timingSafeEqual } from 'node:crypto'

/** More than one person needs; beyond it the oldest session ends. */
const SESSIONS_MAX = 20

export interface PageSessions {
  /** Begins a session. @returns the cookie to set, and the token that its changes must carry */
  begin(): { cookie: string; token: string }
  has(cookies: string | undefined): boolean
  mayChange(cookies: string | undefined, token: string | undefined): boolean
}

/**
 * The sessions of the status page, until the program ends. Browsers send a cookie of 127.0.0.1 to every port, so its name
 * contains the port, and a program of another user can see it. The token stays in the storage of this port's pages.
 */
export function pageSessions(port: number): PageSessions {
  const name = `postroom_device_${port}`
  const tokens = new Map<string, string>()
  const tokenOf = (cookies = ''): string | undefined =>
    cookies
      .split('; ')
      .filter((cookie) => cookie.startsWith(`${name}=`))
      .flatMap((cookie) => tokens.get(cookie.slice(name.length + 1)) ?? [])[0]
  return {
    begin: () => {
      const [id, token] = [randomId(), randomId()]
      tokens.set(id, token)
      const [oldest] = tokens.keys()
      if (tokens.size > SESSIONS_MAX && oldest !== undefined) tokens.delete(oldest)
      return { cookie: `${name}=${id}; Path=/; HttpOnly; SameSite=Strict`, token }
    },
    has: (cookies) => tokenOf(cookies) !== undefined,
    mayChange: (cookies, token = '') => {
      const own = tokenOf(cookies)
      return own !== undefined && own.length === token.length && timingSafeEqual(Buffer.from(own), Buffer.from(token))
    },
  }
}

const randomId = (): string => randomBytes(32).toString('base64url')
