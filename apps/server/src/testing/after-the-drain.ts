import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import type { BrokenInvariant } from '../features/ledger/invariants.store.ts'
import type { Db } from '../db/database.ts'
import { settleOverdue } from '../features/shipments/purchase/settle-purchases.ts'

/**
 * What must be true once nothing is under way any more. I9: what lives at the carrier is what we have bought, both ways ·
 * I12: nothing is left open.
 *
 * @param carrier where the carrier keeps its state, when not in our own database
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

/** Settles until nothing is open any more: leases end by themselves. @throws Error when something stays open */
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
  throw new Error('Something stays open')
}
