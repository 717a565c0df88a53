import type { AuthUser } from '@postroom/contract/auth'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const isText = (value: unknown): value is string => typeof value === 'string'

/** The check of each field. A field added to the contract does not compile without one. */
const CHECKS: Readonly<Record<keyof AuthUser, (value: unknown) => boolean>> = {
  id: (value) => isText(value) && UUID.test(value),
  username: isText,
  token: isText,
  fullname: isText,
  email: isText,
  expires_in: Number.isSafeInteger,
  refresh_token: isText,
  expires_at: (value) => isText(value) && Number.isFinite(Date.parse(value)),
  plan: (value) => value === 'lite' || value === 'full',
}

/**
 * The signed-in user in JSON from the server or the local storage; undefined for anything else. Checked by hand: the
 * sign-in page loads no schemas.
 */
export function authUserIn(json: string): AuthUser | undefined {
  try {
    const given = Object(JSON.parse(json)) as Record<string, unknown>
    const fields = Object.entries(CHECKS)
    if (!fields.every(([name, isRight]) => isRight(given[name]))) return undefined
    return Object.fromEntries(fields.map(([name]) => [name, given[name]])) as unknown as AuthUser
  } catch {
    return undefined
  }
}
