import { sql, type Transaction } from 'kysely'
import type { Db } from './database.ts'
import { sqlStateOf, STALE_PLAN } from './sql-state.ts'
import type { Tables } from './tables.ts'

/** A running transaction. */
export type Tx = Transaction<Tables>

const ATTEMPTS = 8
/** Deadlock, serialization failure and a stale plan: the transaction was aborted and may be retried. */
const STEP_BACK = new Set(['40P01', '40001', STALE_PLAN])

/** Runs `work` in a transaction, or in the one already running. It may be retried, so it must change nothing but the database. */
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

/** As `inTransaction`, and `work` reads one snapshot. */
export const inSnapshot = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(db, async (tx) => {
    if (!db.isTransaction) await sql`set transaction isolation level repeatable read`.execute(tx)
    return work(tx)
  })
