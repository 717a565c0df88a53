import { readConfig } from '../config.ts'
import type { Db } from '../db/database.ts'
import { countDue, deleteExpired, type DeletedRows } from '../operation/retention.store.ts'
import { onDatabase } from './on-database.ts'
import type { Outcome } from './outcome.ts'

/** Deletes now what the server deletes every hour. */
export const deleteNow = (): Promise<Outcome> => report('Deleted', deleteExpired)

/** Prints what would be deleted now, and changes nothing. */
export const showDue = (): Promise<Outcome> => report('Due for deletion', countDue)

const report = (done: string, work: (db: Db, days: number, now: Date) => Promise<DeletedRows>): Promise<Outcome> =>
  onDatabase(async (db) => {
    const { RETENTION_DAYS } = readConfig(process.env)
    const rows = Object.entries(await work(db, RETENTION_DAYS, new Date()))
    return { text: `${done}:\n${rows.map(([table, count]) => `  ${table}: ${count}\n`).join('')}`, exitCode: 0 }
  })
