import { hash, verify } from '@node-rs/argon2'

/** Argon2id, 19 MiB, two passes: about 10 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

const nobody = hashPassword('nobody has this password')

/** Takes the same time whether or not the user exists and has a password, so that the response time reveals neither. */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await nobody), password)
  return typeof stored === 'string' && matches
}
