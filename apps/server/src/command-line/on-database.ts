import { ERRORS } from '@postroom/contract/errors'
import { openDatabase, type Db } from '../db/database.ts'
import { AppError } from '../app-error.ts'
import type { Outcome } from './outcome.ts'
import { withDatabase } from './with-database.ts'

/** Runs a command on the database as the server sees it. A refusal prints one sentence and exits with 1. */
export async function onDatabase(command: (db: Db) => Promise<Outcome>): Promise<Outcome> {
  try {
    return await withDatabase(async (url, logins) => {
      const database = await openDatabase(url, logins)
      try {
        return await command(database.db)
      } finally {
        await database.close()
      }
    })
  } catch (error) {
    const sentence = error instanceof AppError ? ERRORS[error.code].description : (error as Error).message
    return { text: `${sentence}\n`, exitCode: 1 }
  }
}
