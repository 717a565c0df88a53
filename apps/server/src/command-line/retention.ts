import { readConfig } from '../config.ts'
import type { Db } from '../db/database.ts'
import { countDue, deleteExpired, type Forgotten } from '../operation/retention.store.ts'
import { onDatabase } from './on-database.ts'
import type { Outcome } from './outcome.ts'

/** Forgets now what the server forgets every hour. */
export const forget = (): Promise<Outcome> => tell('Forgot', deleteExpired)

/** Tells what would be forgotten now, and changes nothing. */
export const showDue = (): Promise<Outcome> => tell('To be forgotten', countDue)

const tell = (done: string, work: (db: Db, days: number, now: Date) => Promise<Forgotten>): Promise<Outcome> =>
  onDatabase(async (db) => {
    const { RETENTION_DAYS } = readConfig(process.env)
    const rows = Object.entries(await work(db, RETENTION_DAYS, new Date()))
    return { text: `${done}:\n${rows.map(([table, count]) => `  ${table}: ${count}\n`).join('')}`, exitCode: 0 }
  })
