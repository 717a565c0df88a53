import type { Db } from '../../db/database.ts'
import type { Log } from '../../log.ts'
import { repeatEvery } from '../../operation/repeat-every.ts'
import { checkBooks } from './check-books.store.ts'

const EVERY_MS = 60_000

/** Checks the books now and every minute; selling stops while they do not balance. @returns stops the watch */
export const startWatchingLedger = (db: Db, log: Log): (() => Promise<void>) =>
  repeatEvery(
    EVERY_MS,
    async () => {
      const { broken, chains } = (await checkBooks(db)) ?? { broken: [], chains: [] }
      if (broken.length > 0) log.fatal({ broken }, 'the books do not balance: selling is stopped')
      if (chains.length > 0)
        log.fatal({ chains }, 'rows of the ledger or audit log were changed after they were written')
    },
    { log, failure: 'could not check the books' },
  ).stop
