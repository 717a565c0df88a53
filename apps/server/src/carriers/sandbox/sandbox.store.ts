import { trackingNumber } from '@postroom/domain/post/s10'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { MoneyTables } from '../../db/tables/money/money.ts'

export type Reference = Selectable<MoneyTables['sandbox.reference']>
type Switch = MoneyTables['sandbox.switch']

/** Makes the next `remaining` calls of this kind fail in this way; works from any process. */
export async function setSandboxSwitch(db: Db, fault: Insertable<Switch>): Promise<void> {
  await db.insertInto('sandbox.switch').values(fault).execute()
}

/** The fault for this call, if any is left. */
export async function takeSwitch(db: Db, call: Selectable<Switch>['call']): Promise<Selectable<Switch> | undefined> {
  return db
    .updateTable('sandbox.switch')
    .set((row) => ({ remaining: row('remaining', '-', 1) }))
    .where('id', '=', (row) =>
      row
        .selectFrom('sandbox.switch')
        .select('id')
        .where('call', '=', call)
        .where('remaining', '>', 0)
        .orderBy('id')
        .limit(1)
        .forUpdate(),
    )
    .returningAll()
    .executeTakeFirst()
}

/** The outcome of `ref`. The first caller decides it; every later one gets the same answer, whatever it calls. */
export async function rememberReference(
  db: Db,
  ref: string,
  first: { live: number } | 'tombstoned' | { rejected: string },
): Promise<Reference> {
  const known = await referenceOf(db, ref)
  if (known) return known
  const remembered = await db
    .insertInto('sandbox.reference')
    .values({ ref, ...(await decided(db, first)) })
    .onConflict((conflict) => conflict.column('ref').doNothing())
    .returningAll()
    .executeTakeFirst()
  return remembered ?? db.selectFrom('sandbox.reference').selectAll().where('ref', '=', ref).executeTakeFirstOrThrow()
}

async function decided(db: Db, first: Parameters<typeof rememberReference>[2]) {
  if (first === 'tombstoned') return { state: first, carrier_no: null, reason: null }
  if ('rejected' in first) return { state: 'rejected' as const, carrier_no: null, reason: first.rejected }
  const [carrier_no = null, ...further_nos] = await nextNumbers(db, first.live)
  return { state: 'live' as const, carrier_no, further_nos, reason: null }
}

export const referenceOf = (db: Db, ref: string): Promise<Reference | undefined> =>
  db.selectFrom('sandbox.reference').selectAll().where('ref', '=', ref).executeTakeFirst()

/** Whether the postage is voided. The first answer to (`ref`, `n`) stays; what is already void stays void. */
export const answerVoid = (db: Db, ref: string, n: number, willing: boolean): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const reference = await tx
      .selectFrom('sandbox.reference')
      .selectAll()
      .where('ref', '=', ref)
      .forUpdate()
      .executeTakeFirst()
    if (!reference) return false
    const earlier = await tx
      .selectFrom('sandbox.void_answer')
      .select('accepted')
      .where('ref', '=', ref)
      .where('n', '=', n)
      .executeTakeFirst()
    if (earlier) return earlier.accepted
    const accepted = reference.state === 'voided' || (reference.state === 'live' && willing)
    await tx.insertInto('sandbox.void_answer').values({ ref, n, accepted }).execute()
    if (accepted) await tx.updateTable('sandbox.reference').set({ state: 'voided' }).where('ref', '=', ref).execute()
    return accepted
  })

async function nextNumbers(db: Db, count: number): Promise<string[]> {
  const next = await sql<{ serial: number }>`
    select nextval('sandbox.serial') as serial from generate_series(1, ${count}::int)`.execute(db)
  return next.rows.map(({ serial }) => trackingNumber(serial))
}
