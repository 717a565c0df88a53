import { DEFAULT_CARRIER } from '@postroom/domain/catalogue/carriers'
import type { Pence } from '@postroom/domain/money'
import { LIMITS_OF_A_NEW_ACCOUNT } from '@postroom/domain/purchase/spending-limits'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import type { MoneyTables } from '../../db/tables/money/money.ts'

export type CarrierAccount = Selectable<MoneyTables['carrier_account']>

/** The account, when it belongs to the organisation. */
export const findCarrierAccount = (db: Db, organisationId: string, id: string): Promise<CarrierAccount | undefined> =>
  db
    .selectFrom('carrier_account')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst()

/** An account, and what it can still spend, in pence. */
export type SpendingAccount = CarrierAccount & { available: Pence }

/** Those of the accounts that belong to the organisation. */
export const spendingAccountsAmong = (
  db: Db,
  organisationId: string,
  ids: readonly string[],
): Promise<SpendingAccount[]> =>
  withAvailable(db)
    .where('carrier_account.organisation_id', '=', organisationId)
    .where('carrier_account.id', 'in', ids)
    .execute()

const withAvailable = (db: Db) =>
  db
    .selectFrom('carrier_account')
    .innerJoin('account', (join) => join.on('account.id', '=', sql<string>`'cust:' || carrier_account.id`))
    .selectAll('carrier_account')
    .select('account.balance as available')

/** The account of a carrier that a user pays from until they choose another: the first active one by name. */
export const firstActiveAccount = (
  db: Db,
  organisationId: string,
  carrierCode: string,
): Promise<CarrierAccount | undefined> =>
  db
    .selectFrom('carrier_account')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('carrier_code', '=', carrierCode)
    .where('is_active', '=', true)
    .orderBy('name')
    .orderBy('id')
    .executeTakeFirst()

/** The account of any organisation, for the operator and the command line. */
export const findAccountById = (db: Db, id: string): Promise<CarrierAccount | undefined> =>
  db.selectFrom('carrier_account').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Locks every account of an organisation: top-ups of one organisation and decisions on them run one after the other.
 */
export const lockCarrierAccounts = async (tx: Tx, organisationId: string): Promise<void> => {
  const all = tx.selectFrom('carrier_account').select('id').where('organisation_id', '=', organisationId)
  await all.orderBy('id').forNoKeyUpdate().execute()
}

/**
 * An active account, for a purchase, and whether anything may be sold at all. A call that deactivates it or changes its
 * limits waits until this transaction ends, or this transaction sees its result.
 */
export const lockSpendingAccount = (
  tx: Tx,
  organisationId: string,
  id: string,
): Promise<(SpendingAccount & { is_selling_stopped: boolean }) | undefined> =>
  withAvailable(tx)
    .select((row) =>
      row.exists(row.selectFrom('sales_stop').select('since')).$castTo<boolean>().as('is_selling_stopped'),
    )
    .where('carrier_account.organisation_id', '=', organisationId)
    .where('carrier_account.id', '=', id)
    .where('carrier_account.is_active', 'is', true)
    .forShare('carrier_account')
    .executeTakeFirst()

interface AccountChange {
  name?: string | undefined
  is_active?: boolean | undefined
  low_balance?: Pence | null | undefined
  purchases_per_minute?: number | null | undefined
  pence_per_day?: Pence | null | undefined
  billing?: string | null | undefined
  return_service?: string | null | undefined
}

/** Changes an account of the organisation. @returns the account after the change; nothing when there is none */
export const updateAccount = (
  tx: Tx,
  organisationId: string,
  id: string,
  change: AccountChange,
): Promise<CarrierAccount | undefined> =>
  tx
    .updateTable('carrier_account')
    .set((row) => ({
      ...change,
      name: change.name ?? row.ref('name'),
      // return labels are prepared for what is bought from now on
      ...(change.return_service !== undefined && {
        returns_since: change.return_service === null ? null : sql<Date>`clock_timestamp()`,
      }),
    }))
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

interface AccountQuery {
  organisation_id: string
  /** Undefined: all. */
  among: readonly string[] | undefined
  carrier_code: string | undefined
  is_active: boolean | undefined
  orderBy: 'name' | 'id'
  direction: 'asc' | 'desc'
  start: number
  length: number
}

/** One page of the organisation's accounts, and their total. */
export async function listAccounts(db: Db, query: AccountQuery): Promise<{ rows: CarrierAccount[]; total: number }> {
  let found = db.selectFrom('carrier_account').where('organisation_id', '=', query.organisation_id)
  if (query.among) found = found.where('id', 'in', query.among)
  if (query.carrier_code !== undefined) found = found.where('carrier_code', '=', query.carrier_code)
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

/**
 * Opens a prepaid account, with default limits unless others are given; the database opens its ledger accounts with it.
 */
export const insertAccount = (
  db: Db,
  {
    purchases_per_minute = LIMITS_OF_A_NEW_ACCOUNT.purchases_per_minute,
    pence_per_day = LIMITS_OF_A_NEW_ACCOUNT.pence_per_day,
    ...account
  }: Insertable<MoneyTables['carrier_account']>,
): Promise<CarrierAccount> =>
  db
    .insertInto('carrier_account')
    .values({ ...account, purchases_per_minute, pence_per_day })
    .returningAll()
    .executeTakeFirstOrThrow()

/** The same at the default carrier, named after it. @returns its id */
export const openDefaultAccount = async (db: Db, organisation_id: string): Promise<string> =>
  (await insertAccount(db, { organisation_id, carrier_code: DEFAULT_CARRIER.code, name: DEFAULT_CARRIER.name })).id

/** An account whose balance has fallen below the threshold its managers set. */
interface LowAccount {
  organisation_id: string
  account_id: string
  name: string
  low_balance: Pence
  balance: Pence
}

/** Marks the active accounts that have fallen below their threshold. @returns the newly marked ones */
export async function markLowAccounts(tx: Tx, now: Date): Promise<LowAccount[]> {
  const { rows } = await sql<LowAccount>`
    update carrier_account as low set low_since = ${now} from account
    where account.id = 'cust:' || low.id and balance < low_balance and low_since is null and is_active
    returning organisation_id, low.id as account_id, name, low_balance, balance`.execute(tx)
  return rows
}

/** Clears the mark of accounts that are above their threshold again, or have none. */
export const clearRecovered = (tx: Tx): Promise<unknown> =>
  sql`
    update carrier_account as low set low_since = null from account
    where account.id = 'cust:' || low.id and low_since is not null
      and (low_balance is null or balance >= low_balance)`.execute(tx)
