import { sql, type Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import type { AdministrationTables } from '../../db/tables-administration.ts'

export type StoredTopUp = Selectable<AdministrationTables['topup']>

/** The top-up recorded under a key, if any. Each account has its own keys. */
export const findTopUp = (db: Db, carrierAccountId: string, key: string): Promise<StoredTopUp | undefined> =>
  db
    .selectFrom('topup')
    .selectAll()
    .where('carrier_account_id', '=', carrierAccountId)
    .where('idem_key', '=', key)
    .executeTakeFirst()

/** Notes what the newest movement of the account was, which the transaction must have made: it still holds its chain. */
export const insertTopUp = (tx: Tx, topUp: Omit<StoredTopUp, 'id' | 'at' | 'transfer_id'>): Promise<StoredTopUp> =>
  tx
    .insertInto('topup')
    .values({
      ...topUp,
      transfer_id: sql<number>`(select id from transfer where chain = ${`ledger:${topUp.carrier_account_id}`} order by seq desc limit 1)`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
