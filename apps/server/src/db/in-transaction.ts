import { sql, type Transaction } from 'kysely'
import type { Db } from './database.ts'
import type { Tables } from './tables.ts'

/** A running transaction. */
export type Tx = Transaction<Tables>

const ATTEMPTS = 8
/** Deadlock and serialization failure: the database chose us as the one to step back, so the same work may be tried again. */
const STEP_BACK = new Set(['40P01', '40001'])

/** Runs `work` all or nothing, as part of a transaction that already runs. It may run more than once, so it must touch nothing but the database. */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx)
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === ATTEMPTS || !STEP_BACK.has(sqlStateOf(error) ?? '')) throw error
    }
  }
}

/** As `inTransaction`, and everything that `work` reads is of the same instant. */
export const inSnapshot = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(db, async (tx) => {
    if (!db.isTransaction) await sql`set transaction isolation level repeatable read`.execute(tx)
    return work(tx)
  })

/** The five-character SQLSTATE of a database error. */
export const sqlStateOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
