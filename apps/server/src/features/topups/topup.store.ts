import type { Pence } from '@postroom/domain/money'
import { sql, type Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import type { AdministrationTables } from '../../db/tables/people/administration.ts'

export type StoredTopUp = Selectable<AdministrationTables['topup']>

/** The top-up recorded under a key, if any. Each account has its own keys. */
export const findTopUp = (db: Db, carrierAccountId: string, key: string): Promise<StoredTopUp | undefined> =>
  db
    .selectFrom('topup')
    .selectAll()
    .where('carrier_account_id', '=', carrierAccountId)
    .where('idem_key', '=', key)
    .executeTakeFirst()

/** A top-up of any organisation. */
export const findTopUpById = (db: Db, id: string): Promise<StoredTopUp | undefined> =>
  db.selectFrom('topup').selectAll().where('id', '=', id).executeTakeFirst()

/** The top-up that an approved request became. */
export const findTopUpOfRequest = (db: Db, requestId: string): Promise<StoredTopUp | undefined> =>
  db.selectFrom('topup').selectAll().where('request_id', '=', requestId).executeTakeFirst()

/** Pence that single operators booked alone for an organisation in the last 24 hours. */
export async function bookedAloneInADay(tx: Tx, organisationId: string): Promise<Pence> {
  const { sum } = await tx
    .selectFrom('topup')
    .select(sql<Pence>`coalesce(sum(amount), 0)::bigint`.as('sum'))
    .where('organisation_id', '=', organisationId)
    .where('request_id', 'is', null)
    .where('at', '>', sql<Date>`statement_timestamp() - interval '24 hours'`)
    .executeTakeFirstOrThrow()
  return sum
}

/** Describes the newest transfer of the account, which this transaction must have made: it still holds its chain. */
export const insertTopUp = (tx: Tx, topUp: Omit<StoredTopUp, 'id' | 'at' | 'transfer_id'>): Promise<StoredTopUp> =>
  tx
    .insertInto('topup')
    .values({
      ...topUp,
      transfer_id: sql<number>`(select id from transfer where chain = ${`ledger:${topUp.carrier_account_id}`} order by seq desc limit 1)`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
