import type { StatementImport } from '@postroom/contract/bank-statement'
import { act } from '../../access/act.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import type { Context } from '../../context.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { findKept, insertLines } from './bank-line.store.ts'
import { withKeys, type IgnoredEntry, type ReadStatement } from './statement-line.ts'

const MOST_SHOWN = 100

/** Keeps the credits of a statement, each once whatever the file it comes in. Nothing is credited. */
export function importStatement(
  context: Context,
  user: SignedInUser,
  { lines: read, ignored }: ReadStatement,
): Promise<StatementImport> {
  const lines = withKeys(read)
  return act(context, user, async (tx, actor) => {
    const rows = lines.map(({ account, key, booked_on, amount, text, payer }) => {
      const facts = { account, key, booked_on, amount, text, payer }
      return { ...facts, imported_by: actor.id }
    })
    const imported = await insertLines(tx, rows)
    const kept = new Map((await findKept(tx, rows)).map((line) => [`${line.account} ${line.key}`, line]))
    const reused = lines.flatMap((line): IgnoredEntry[] => {
      const { account, key, amount, booked_on } = line
      const other = kept.get(`${account} ${key}`)
      if (other?.amount === amount && other.booked_on === booked_on) return []
      return [{ account, day: booked_on, amount: `${(amount / 100).toFixed(2)} GBP`, reason: 'reference_reused' }]
    })
    const repeated = lines.length - imported - reused.length
    const notKept = [...reused, ...ignored]
    const { organisation_id, id: user_id } = actor
    const details = { imported, repeated, ignored: notKept.length }
    await recordAudit(tx, { organisation_id, user_id, event: 'bank_statement_imported', details })
    return { ...details, ignored_entries: notKept.slice(0, MOST_SHOWN) }
  })
}
