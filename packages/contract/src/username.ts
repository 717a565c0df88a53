import * as z from 'zod'

/**
 * A new username: 1 to 40 of a–z, 0–9, `_` and `-`. This excludes variant spellings, look-alike letters of other scripts and
 * text that mail programs turn into links.
 */
export const newUsername = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/)

/** The stored form of a typed username: case, surrounding spaces and full-width letters do not matter. */
export const foldUsername = (typed: string): string => typed.normalize('NFKC').trim().toLowerCase()
