import { sql, type Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { ClickAndDropTables } from '../../db/tables/shipments/click-and-drop.ts'
import type { Seal } from '../../sealed-text.ts'

/** A key of a carrier account, opened. `prints_labels` is null until it was tested. */
export interface Connection {
  id: string
  key: string
  prints_labels: boolean | null
}

/** What is known of a key without opening it. */
export type OpenConnection = Pick<
  Selectable<ClickAndDropTables['click_and_drop.connection']>,
  'since' | 'prints_labels'
>

const ownerOf = (accountId: string): string => `click-and-drop ${accountId}`

/** Connects an account with a key, in place of an earlier one, which stays for the orders made with it. */
export const connectAccount = (
  db: Db,
  seal: Seal,
  accountId: string,
  key: string,
  prints_labels: boolean | null = null,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await endConnection(tx, accountId)
    await tx
      .insertInto('click_and_drop.connection')
      .values({ carrier_account_id: accountId, api_key: seal.seal(key, ownerOf(accountId)), prints_labels })
      .execute()
  })

/** Nothing more is bought with the account's key. */
export async function endConnection(db: Db, accountId: string): Promise<void> {
  await db
    .updateTable('click_and_drop.connection')
    .set({ ended_at: sql<Date>`clock_timestamp()` })
    .where('carrier_account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute()
}

export const openConnectionOf = (db: Db, accountId: string): Promise<OpenConnection | undefined> =>
  db
    .selectFrom('click_and_drop.connection')
    .select(['since', 'prints_labels'])
    .where('carrier_account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

/** What the account buys with now. Nothing when it is not connected, or its key was sealed with another secret. */
export const connectionOf = (db: Db, seal: Seal, accountId: string): Promise<Connection | undefined> =>
  found(db, seal, 'carrier_account_id', accountId, true)

/** The connection that an order was made with, also after it has ended. */
export const connectionWith = (db: Db, seal: Seal, id: string): Promise<Connection | undefined> =>
  found(db, seal, 'id', id, false)

async function found(
  db: Db,
  seal: Seal,
  column: 'id' | 'carrier_account_id',
  value: string,
  isOpen: boolean,
): Promise<Connection | undefined> {
  const row = await db
    .selectFrom('click_and_drop.connection')
    .select(['id', 'carrier_account_id', 'api_key', 'prints_labels'])
    .where(column, '=', value)
    .$if(isOpen, (query) => query.where('ended_at', 'is', null))
    .executeTakeFirst()
  const key = row && seal.open(row.api_key, ownerOf(row.carrier_account_id))
  return row && key !== undefined ? { id: row.id, key, prints_labels: row.prints_labels } : undefined
}

export const notePrintsLabels = (db: Db, id: string, prints_labels: boolean): Promise<unknown> =>
  db.updateTable('click_and_drop.connection').set({ prints_labels }).where('id', '=', id).execute()
