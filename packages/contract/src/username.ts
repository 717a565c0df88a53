import * as z from 'zod'

/**
 * A username to be given: up to 40 of a–z, 0–9, `_` and `-`. It has one spelling, no letters of other scripts that look alike,
 * and nothing that a mail program turns into a link.
 */
export const newUsername = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/)

/** A username as it is stored, from what somebody typed: case, spaces around it and wide letters do not matter. */
export const foldUsername = (typed: string): string => typed.normalize('NFKC').trim().toLowerCase()
