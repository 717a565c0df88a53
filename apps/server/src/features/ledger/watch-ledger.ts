import type { Log } from '../../log.ts'
import type { Db } from '../../db/database.ts'
import { checkBooks } from './check-books.store.ts'

const EVERY_MS = 60_000

/** Checks the books now and every minute; selling stops while they do not balance. @returns how to end the watch */
export function startWatchingLedger(db: Db, log: Log): () => Promise<void> {
  let running = check()
  const timer = setInterval(() => void (running = running.then(check)), EVERY_MS).unref()

  async function check(): Promise<void> {
    try {
      const { broken, chains } = (await checkBooks(db)) ?? { broken: [], chains: [] }
      if (broken.length > 0) log.fatal({ broken }, 'the books do not balance: selling is stopped')
      if (chains.length > 0) log.fatal({ chains }, 'rows of ledger or audit log are not as they were written')
    } catch (error) {
      log.warn({ err: error }, 'the books could not be checked')
    }
  }

  return async () => {
    clearInterval(timer)
    await running
  }
}
