import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import type { BrokenInvariant } from '../features/ledger/invariants.store.ts'
import type { Db } from '../db/database.ts'
import { settleOverdue } from '../features/shipments/settle-purchases.ts'

/**
 * What must be true once nothing is under way any more. I9: what lives at the carrier is what we have bought, both ways ·
 * I12: nothing is left open.
 */
export async function brokenAfterDrain(db: Db): Promise<BrokenInvariant[]> {
  const found = await sql<BrokenInvariant>`
    select 'I9' broken, coalesce(p.id, k.ref)::text what
    from (select * from purchase where state = 'BOUGHT' and not is_test) p
    full join (select * from sandbox.reference where state = 'live') k on k.ref = p.id
    where p.id is null or k.ref is null or p.carrier_no is distinct from k.carrier_no
      or p.further_nos <> k.further_nos
    union all
    select 'I12', id::text from purchase where state in ('AUTHORISED', 'VOID_REQUESTED') and not is_test`.execute(db)
  return found.rows
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
