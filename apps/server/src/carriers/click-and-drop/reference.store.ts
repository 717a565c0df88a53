import { sql, type Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { ClickAndDropTables } from '../../db/tables/shipments/click-and-drop.ts'

/** What is remembered of a purchase. */
export type Reference = Selectable<ClickAndDropTables['click_and_drop.reference']>
type State = Reference['state']

export const referenceOf = (db: Db, ref: string): Promise<Reference | undefined> =>
  db.selectFrom('click_and_drop.reference').selectAll().where('ref', '=', ref).executeTakeFirst()

interface First {
  state: 'asked' | 'rejected' | 'tombstoned'
  connection_id: string | null
  reason?: string
}

/** Remembers the first thing that happens to `ref`. @returns false when something happened before */
export async function rememberFirst(db: Db, ref: string, first: First): Promise<boolean> {
  const added = await db
    .insertInto('click_and_drop.reference')
    .values({ ref, ...first })
    .onConflict((conflict) => conflict.column('ref').doNothing())
    .executeTakeFirst()
  return added.numInsertedOrUpdatedRows === 1n
}

/** A finished order: a label with a number for each item. */
export interface Finished {
  order_id: number
  carrier_no: string
  further_nos: string[]
  label: Uint8Array
  width_mm: number
  height_mm: number
}

/** Moves `ref` on, unless another process was faster. @returns what is remembered now */
export async function moveOn(
  db: Db,
  ref: string,
  from: State,
  to: { state: State; reason?: string; misses?: number; order_id?: number } & Partial<Finished>,
): Promise<Reference> {
  await db
    .updateTable('click_and_drop.reference')
    .set(to)
    .where('ref', '=', ref)
    .where('state', '=', from)
    .executeTakeFirst()
  return db.selectFrom('click_and_drop.reference').selectAll().where('ref', '=', ref).executeTakeFirstOrThrow()
}

/** Milliseconds since the order was sent, by the clock of the database. */
export async function ageOf(db: Db, ref: string): Promise<number> {
  const { age } = await db
    .selectFrom('click_and_drop.reference')
    .select(sql<number>`(extract(epoch from clock_timestamp() - asked_at) * 1000)::float8`.as('age'))
    .where('ref', '=', ref)
    .executeTakeFirstOrThrow()
  return age
}

/** When an order that counts as never made is looked for again, counted from when it was sent. */
const LATE_LOOKS = sql`(array['1 hour', '6 hours', '1 day', '3 days']::interval[])`

/** Counts a look for each of the longest overdue orders, so that no other process looks for them. */
export const claimLate = (db: Db, most: number) =>
  db
    .updateTable('click_and_drop.reference')
    .set({ looks: sql`looks + 1` })
    .where('ref', 'in', (of) =>
      of
        .selectFrom('click_and_drop.reference')
        .select('ref')
        // literals, so that the partial index serves every plan
        .where(sql<boolean>`state = 'tombstoned' and connection_id is not null and looks < 4`)
        .where(sql<boolean>`asked_at + ${LATE_LOOKS}[looks + 1] <= clock_timestamp()`)
        .orderBy('asked_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['ref', 'connection_id'])
    .execute()

/** A look without an answer is repeated. */
export const returnLook = (db: Db, ref: string) =>
  db
    .updateTable('click_and_drop.reference')
    .set({ looks: sql`looks - 1` })
    .where('ref', '=', ref)
    .where('looks', '>', 0)
    .execute()

/** The first answer to the `n`-th attempt to void. @returns its refusal, or null when it was voided; nothing before it */
export const voidAnswerOf = (db: Db, ref: string, n: number): Promise<{ refusal: string | null } | undefined> =>
  db
    .selectFrom('click_and_drop.void_answer')
    .select('refusal')
    .where('ref', '=', ref)
    .where('n', '=', n)
    .executeTakeFirst()

/** Remembers an answer to the `n`-th attempt to void, unless there is one. @returns the first */
export const rememberVoid = (db: Db, ref: string, n: number, refusal: string | null) =>
  inTransaction(db, async (tx) => {
    await tx
      .insertInto('click_and_drop.void_answer')
      .values({ ref, n, refusal })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const first = (await voidAnswerOf(tx, ref, n))!
    if (first.refusal === null) await moveOn(tx, ref, 'live', { state: 'voided' })
    return first
  })
