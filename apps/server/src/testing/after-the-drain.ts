import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import type { BrokenInvariant } from '../features/ledger/invariants.store.ts'
import type { Db } from '../db/database.ts'
import { settleOverdue } from '../features/shipments/purchase/settle-purchases.ts'

/**
 * Invariants once nothing is in flight. I9: the carrier's live references and our bought purchases are the same · I12:
 * no purchase is open.
 *
 * @param carrier the database of the carrier's state, when not ours
 */
export async function brokenAfterDrain(db: Db, carrier: Db = db): Promise<BrokenInvariant[]> {
  const bought = await db
    .selectFrom('purchase')
    .select(['id', 'carrier_no', 'further_nos'])
    .where('state', '=', 'BOUGHT')
    .where('is_test', '=', false)
    .execute()
  const live = await carrier
    .selectFrom('sandbox.reference')
    .select(['ref as id', 'carrier_no', 'further_nos'])
    .where('state', '=', 'live')
    .execute()
  const open = await db
    .selectFrom('purchase')
    .select('id')
    .where('state', 'in', ['AUTHORISED', 'VOID_REQUESTED'])
    .where('is_test', '=', false)
    .execute()
  const [ours, theirs] = [bought, live].map((rows) => rows.map((row) => JSON.stringify(row)))
  const onOneSide = [...ours!, ...theirs!].filter((row) => !ours!.includes(row) || !theirs!.includes(row))
  return [...onOneSide.map((what) => ({ broken: 'I9', what })), ...open.map(({ id }) => ({ broken: 'I12', what: id }))]
}

/** Settles until no purchase is open; leases expire by themselves. @throws Error when one stays open */
export async function drain(context: Context): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const open = await context.db
      .selectFrom('purchase')
      .select('id')
      .where('state', 'in', ['AUTHORISED', 'VOID_REQUESTED'])
      .execute()
    if (open.length === 0) return
    await sleep(50)
    await settleOverdue(context)
  }
  throw new Error('A purchase stays open')
}
