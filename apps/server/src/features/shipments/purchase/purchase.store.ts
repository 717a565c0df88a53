import type { RateQuote } from '@postroom/contract/rate'
import type { ShipmentDraft } from '@postroom/contract/shipment'
import type { Pence } from '@postroom/domain/money'
import type { PurchaseState } from '@postroom/domain/purchase/purchase-states'
import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../db/in-transaction.ts'
import type { MoneyTables } from '../../../db/tables/money/money.ts'

/** One purchase: everything bought, and its state. */
export type Purchase = Selectable<MoneyTables['purchase']>

type Fixed = 'id' | 'organisation_id' | 'idem_key' | 'req_hash' | 'carrier_account_id' | 'carrier_code'
export interface NewPurchase extends Pick<
  Insertable<MoneyTables['purchase']>,
  | Fixed
  | 'created_by'
  | 'api_key_id'
  | 'labels'
  | 'amount'
  | 'own_fees'
  | 'counter_amount'
  | 'is_test'
  | 'references'
  | 'cost_center_id'
> {
  draft: ShipmentDraft
  quote: RateQuote
}

/**
 * Inserts the purchase with its key. A test print is final at once; any other belongs to the caller until the lease
 * expires. Nothing when the key already exists.
 */
export const insertPurchase = (tx: Tx, purchase: NewPurchase, lease_ms: number): Promise<Purchase | undefined> =>
  tx
    .insertInto('purchase')
    .values({
      ...purchase,
      draft: JSON.stringify(purchase.draft),
      quote: JSON.stringify(purchase.quote),
      state: purchase.is_test ? 'BOUGHT' : 'AUTHORISED',
      lease_until: inMilliseconds(lease_ms),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** The purchase made under a key, if any. Keys are separate for each organisation, and for its test prints. */
export const findByKey = (
  db: Db,
  organisationId: string,
  key: string,
  is_test = false,
): Promise<Purchase | undefined> =>
  db
    .selectFrom('purchase')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('idem_key', '=', key)
    .where('is_test', '=', is_test)
    .executeTakeFirst()

/** The purchase of any organisation: the caller must check whose it is. */
export const findPurchase = (db: Db, id: string): Promise<Purchase | undefined> =>
  db.selectFrom('purchase').selectAll().where('id', '=', id).executeTakeFirst()

/** Those of the purchases that belong to the organisation. */
export const purchasesAmong = (db: Db, organisationId: string, ids: readonly string[]): Promise<Purchase[]> =>
  db
    .selectFrom('purchase')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()

/** The end of a purchase: with a number for each label and the carrier's charge, or without and the reason. */
export interface Settlement {
  state: PurchaseState
  carrier_no?: string
  further_nos?: string[]
  charged?: Pence
  reason?: string
}

/**
 * Ends a purchase in flight. Only the holder of its newest `epoch` may: a process that lost its lease changes nothing.
 *
 * @returns the purchase after the change; nothing when another process has ended it or taken it over
 */
export const settlePurchase = (
  tx: Tx,
  held: Pick<Purchase, 'id' | 'epoch'>,
  to: Settlement,
): Promise<Purchase | undefined> =>
  tx
    .updateTable('purchase')
    .set({ ...to, updated_at: inMilliseconds(0) })
    .where('id', '=', held.id)
    .where('state', '=', 'AUTHORISED')
    .where('epoch', '=', held.epoch)
    .returningAll()
    .executeTakeFirst()

/** Claims up to `limit` purchases with expired leases, oldest first; each goes to one process only. */
export const claimOverdue = (db: Db, lease_ms: number, limit: number): Promise<Purchase[]> =>
  db
    .updateTable('purchase')
    .set((row) => ({
      epoch: row('epoch', '+', 1),
      attempts: row('attempts', '+', 1),
      lease_until: inMilliseconds(lease_ms),
    }))
    .where('id', 'in', (row) =>
      row
        .selectFrom('purchase')
        .select('id')
        .where('state', 'in', ['AUTHORISED', 'VOID_REQUESTED'])
        .where('lease_until', '<', inMilliseconds(0))
        .orderBy('lease_until')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()

/** Leases run by the database clock, the only one that all server processes share. */
export const inMilliseconds = (ms: number): RawBuilder<Date> => sql<Date>`clock_timestamp() + ${ms} * interval '1 ms'`
