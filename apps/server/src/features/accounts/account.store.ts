import type { Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { MoneyTables } from '../../db/tables-money.ts'

export type CarrierAccount = Selectable<MoneyTables['carrier_account']>

/** The account, when it belongs to the organisation. */
export const findCarrierAccount = (db: Db, organisationId: string, id: string): Promise<CarrierAccount | undefined> =>
  db
    .selectFrom('carrier_account')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst()

/** The account of a purchase, whose organisation was looked at when it was made. */
export const getCarrierAccount = (db: Db, id: string): Promise<CarrierAccount> =>
  db.selectFrom('carrier_account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

interface AccountQuery {
  organisation_id: string
  is_active: boolean | undefined
  orderBy: 'name' | 'id'
  direction: 'asc' | 'desc'
  start: number
  length: number
}

/** One page of the organisation's accounts, and how many there are in all. */
export async function listAccounts(db: Db, query: AccountQuery): Promise<{ rows: CarrierAccount[]; total: number }> {
  let found = db.selectFrom('carrier_account').where('organisation_id', '=', query.organisation_id)
  if (query.is_active !== undefined) found = found.where('is_active', '=', query.is_active)
  const [rows, { total }] = await Promise.all([
    found
      .selectAll()
      .orderBy(query.orderBy, query.direction)
      .orderBy('id')
      .offset(query.start)
      .limit(query.length)
      .execute(),
    found.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** Opens a prepaid account; the database opens its ledger accounts with it. @returns its id */
export async function openCarrierAccount(db: Db, account: { organisation_id: string; name: string }): Promise<string> {
  const opened = await db
    .insertInto('carrier_account')
    .values({ ...account, carrier_code: 'RM' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return opened.id
}
