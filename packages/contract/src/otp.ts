import * as z from 'zod'

/** A code of an authenticator app (six digits), or a recovery code; spaces and hyphens do not matter. */
export const otpSchema = z.string().min(6).max(40)
