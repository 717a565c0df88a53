import type { Pence } from '@postroom/domain/money'
import { sql, type Selectable } from 'kysely'
import type { Tx } from '../../db/in-transaction.ts'
import type { MoneyTables } from '../../db/tables/money/money.ts'

type Purchase = Selectable<MoneyTables['purchase']>
export type Adjustment = Selectable<MoneyTables['carrier_adjustment']>

/** Locks a purchase of any organisation until the transaction ends, so that a void and an adjustment run one after the other. */
export const lockPurchase = (tx: Tx, id: string): Promise<Purchase | undefined> =>
  tx.selectFrom('purchase').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** The adjustment recorded under a carrier's reference, if any. */
export const findAdjustment = (tx: Tx, carrierCode: string, reference: string): Promise<Adjustment | undefined> =>
  tx
    .selectFrom('carrier_adjustment')
    .selectAll()
    .where('carrier_code', '=', carrierCode)
    .where('reference', '=', reference)
    .executeTakeFirst()

/** What the carrier has charged for return labels of a purchase until now, as `chargeOf` counts it. */
export async function returnsChargeOf(tx: Tx, { id, state }: Purchase): Promise<Pence> {
  const { charged } = await tx
    .selectFrom('carrier_adjustment')
    .select(sql<Pence>`coalesce(sum(change), 0)::bigint`.as('charged'))
    .where('purchase_id', '=', id)
    .where('after_void', '=', state === 'VOIDED')
    .where('of_return', '=', true)
    .executeTakeFirstOrThrow()
  return charged
}

/** Records an adjustment; the database refuses a second one under the same reference. */
export const insertAdjustment = (
  tx: Tx,
  { id, carrier_code, state }: Purchase,
  { reference, change, of_return }: { reference: string; change: Pence; of_return: boolean },
): Promise<unknown> =>
  tx
    .insertInto('carrier_adjustment')
    .values({ carrier_code, reference, purchase_id: id, change, after_void: state === 'VOIDED', of_return })
    .execute()
