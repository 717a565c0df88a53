import { sql, type Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { ShippingV3Tables } from '../../db/tables/shipments/shipping-v3.ts'
import type { UsableLabel } from '../royal-mail/check-label.ts'

/** What is remembered of a purchase. */
export type Reference = Selectable<ShippingV3Tables['shipping_v3.reference']>

export const referenceOf = (db: Db, ref: string): Promise<Reference | undefined> =>
  db.selectFrom('shipping_v3.reference').selectAll().where('ref', '=', ref).executeTakeFirst()

interface First {
  state: 'asked' | 'rejected' | 'tombstoned'
  login_id: string | null
  reason?: string
}

/** Remembers the first thing that happens to `ref`. @returns false when something happened before */
export async function rememberFirst(db: Db, ref: string, first: First): Promise<boolean> {
  const added = await db
    .insertInto('shipping_v3.reference')
    .values({ ref, ...first })
    .onConflict((conflict) => conflict.column('ref').doNothing())
    .executeTakeFirst()
  return added.numInsertedOrUpdatedRows === 1n
}

type Change = Partial<UsableLabel> & {
  state?: Reference['state']
  shipment_id?: string
  carrier_no?: string
  reason?: string
}

/** Moves `ref` on, unless another process was faster. @returns what is remembered now */
export async function moveOn(db: Db, ref: string, from: Reference['state'], to: Change): Promise<Reference> {
  await db.updateTable('shipping_v3.reference').set(to).where('ref', '=', ref).where('state', '=', from).execute()
  return (await referenceOf(db, ref))!
}

/** Ends a purchase of which no shipment is known: nobody asks for its label any more. */
export async function abandon(db: Db, ref: string, reason: string): Promise<Reference> {
  await db
    .updateTable('shipping_v3.reference')
    .set({ state: 'rejected', reason })
    .where('ref', '=', ref)
    .where('state', '=', 'asked')
    .where('shipment_id', 'is', null)
    .execute()
  return (await referenceOf(db, ref))!
}

/** Whether the shipment was asked for longer than `ms` ago, by the clock of the database. */
export async function isOlder(db: Db, ref: string, ms: number): Promise<boolean> {
  const { is_older } = await db
    .selectFrom('shipping_v3.reference')
    .select(sql<boolean>`asked_at < clock_timestamp() - ${ms} * interval '1 ms'`.as('is_older'))
    .where('ref', '=', ref)
    .executeTakeFirstOrThrow()
  return is_older
}

/** The first answer to the `n`-th attempt to void. @returns its refusal, or null when it was voided; nothing before it */
export const voidAnswerOf = (db: Db, ref: string, n: number): Promise<{ refusal: string | null } | undefined> =>
  db
    .selectFrom('shipping_v3.void_answer')
    .select('refusal')
    .where('ref', '=', ref)
    .where('n', '=', n)
    .executeTakeFirst()

/** Remembers an answer to the `n`-th attempt to void, unless there is one. @returns the first */
export const rememberVoid = (db: Db, ref: string, n: number, refusal: string | null) =>
  inTransaction(db, async (tx) => {
    await tx
      .insertInto('shipping_v3.void_answer')
      .values({ ref, n, refusal })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const first = (await voidAnswerOf(tx, ref, n))!
    if (first.refusal === null) await moveOn(tx, ref, 'live', { state: 'voided' })
    return first
  })
