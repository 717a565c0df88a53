import { verifyChains } from '../features/audit/verify-chains.store.ts'
import { brokenInvariants } from '../features/ledger/invariants.store.ts'
import { onDatabase } from './on-database.ts'
import type { Outcome } from './outcome.ts'

/** Verifies that no row of ledger or audit log was changed since it was written, and that the books balance. */
export const ledgerVerify = (): Promise<Outcome> =>
  onDatabase(async (db) => {
    const { chains, rows, broken } = await verifyChains(db)
    const books = await brokenInvariants(db)
    if (broken.length + books.length === 0)
      return {
        text: `No row was changed: ${rows} rows in ${chains} chains. The books balance.\n`,
        exitCode: 0,
      }
    const lines = [
      ...broken.map(({ chain, row }) => `${chain}: the first changed row: ${row}`),
      ...books.map(({ broken: invariant, what }) => `The books do not balance: ${invariant} at ${what}`),
    ]
    return { text: `${lines.join('\n')}\n`, exitCode: 1 }
  })
