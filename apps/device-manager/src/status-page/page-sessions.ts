import { randomBytes } from 'node:crypto'

/** More than one person needs; beyond it the oldest session ends. */
const SESSIONS_MAX = 20

export interface PageSessions {
  /** Begins a session. @returns the cookie to set */
  begin(): string
  has(cookies: string | undefined): boolean
}

/**
 * The sessions of the status page, until the program ends. Browsers send a cookie of 127.0.0.1 to every port, so its name
 * contains the port.
 */
export function pageSessions(port: number): PageSessions {
  const name = `postroom_device_${port}`
  const open = new Set<string>()
  return {
    begin: () => {
      const id = randomBytes(32).toString('base64url')
      open.add(id)
      const [oldest] = open
      if (open.size > SESSIONS_MAX && oldest !== undefined) open.delete(oldest)
      return `${name}=${id}; Path=/; HttpOnly; SameSite=Strict`
    },
    has: (cookies = '') =>
      cookies.split('; ').some((cookie) => cookie.startsWith(`${name}=`) && open.has(cookie.slice(name.length + 1))),
  }
}
