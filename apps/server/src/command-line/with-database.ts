import path from 'node:path'
import { readConfig } from '../config.ts'
import { loginsIn } from '../configured.ts'
import { reachEmbedded } from '../db/embedded-postgres.ts'
import type { Logins } from '../db/logins.ts'
import type { Outcome } from './outcome.ts'

/** Runs `work` on the configured database, with the rights of its owner: your own database, or the embedded one. */
export async function withDatabase<T>(work: (url: string, logins?: Logins) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  if (config.DATABASE_URL) return work(config.DATABASE_URL, loginsIn(config))
  const embedded = await reachEmbedded(path.resolve(config.DATA_DIR, 'postgres'))
  try {
    return await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}

/** Runs a command on the database as its owner. A failure prints one sentence and exits with 1. */
export async function asOwner(command: (url: string) => Promise<Outcome>): Promise<Outcome> {
  try {
    return await withDatabase(command)
  } catch (error) {
    return { text: `${(error as Error).message}\n`, exitCode: 1 }
  }
}
