import { verifyChains } from '../features/audit/verify-chains.store.ts'
import { brokenInvariants } from '../features/ledger/invariants.store.ts'
import { onDatabase } from './on-database.ts'
import type { Outcome } from './outcome.ts'

/** Proves ledger and audit log: that no row was changed since it was written, and that the books balance. */
export const ledgerVerify = (): Promise<Outcome> =>
  onDatabase(async (db) => {
    const { chains, rows, broken } = await verifyChains(db)
    const books = await brokenInvariants(db)
    if (broken.length + books.length === 0)
      return {
        text: `Every row is as it was written: ${rows} rows in ${chains} chains. The books balance.\n`,
        exitCode: 0,
      }
    const lines = [
      ...broken.map(({ chain, row }) => `${chain}: the first row that is not as it was written: ${row}`),
      ...books.map(({ broken: invariant, what }) => `The books do not balance: ${invariant} at ${what}`),
    ]
    return { text: `${lines.join('\n')}\n`, exitCode: 1 }
  })
