import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../apps/server/src/db/database.ts'
import { brokenInvariants } from '../../apps/server/src/features/ledger/invariants.store.ts'
import { brokenAfterDrain } from '../../apps/server/src/testing/after-the-drain.ts'
import type { Ended } from './load.ts'

/** What became of the purchases. All but the first two must be nothing. */
export interface Outcome {
  acknowledged: number
  /** Purchases that ended without postage; their money came back. */
  cancelled: number
  /** Acknowledged, and not in the database. */
  lost: number
  /** In the database, and no answer named it. */
  doubled: number
  /** Answers that no client should see. */
  unexpected: string[]
  /** Rules of the books that are broken. */
  broken: string[]
}

/** Compares the answers with the database, once nothing is open. */
export async function outcomeOf(db: Db, ended: readonly Ended[]): Promise<Outcome> {
  await untilNothingIsOpen(db)
  const rows = await db.selectFrom('purchase').select('id').where('state', '=', 'BOUGHT').execute()
  const bought = new Set<string>(rows.map(({ id }) => id))
  const acknowledged = new Set(ended.flatMap(({ status, id }) => (status === 200 && id ? [id] : [])))
  const broken = [...(await brokenInvariants(db)), ...(await brokenAfterDrain(db))]
  return {
    acknowledged: acknowledged.size,
    cancelled: new Set(ended.filter(({ status }) => status === 422).map(({ key }) => key)).size,
    lost: [...acknowledged].filter((id) => !bought.has(id)).length,
    doubled: [...bought].filter((id) => !acknowledged.has(id)).length,
    unexpected: ended
      .filter(({ status }) => status !== 200 && status !== 422)
      .map(({ key, status }) => `${key}: ${status}`),
    broken: broken.map((row) => row.broken),
  }
}

async function untilNothingIsOpen(db: Db): Promise<void> {
  for (let looks = 0; looks < 600; looks++) {
    const open = await db
      .selectFrom('purchase')
      .select('id')
      .where('state', 'in', ['AUTHORISED', 'VOID_REQUESTED'])
      .execute()
    if (open.length === 0) return
    await sleep(100)
  }
  throw new Error('A purchase is open after a minute')
}
