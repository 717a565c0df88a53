import * as z from 'zod'

/** An id that a provider gave to a user or session: ASCII (OpenID Connect Core §2). A database keeps no control characters. */
export const providerId = z.string().regex(/^[ -~]{1,255}$/)
