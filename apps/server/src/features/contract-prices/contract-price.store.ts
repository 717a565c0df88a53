import type { CalendarDate } from '@postroom/domain/calendar'
import type { ContractPrices } from '@postroom/domain/tariffs/contract-list'
import { sql, type Insertable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import { pageOf, type Page } from '../../db/page.ts'
import type { ContractPriceTables } from '../../db/tables/money/contract-prices.ts'

const FROM = sql<CalendarDate>`contract_price_list.effective_from::text`.as('effective_from')

/** The prices of some contracts of the organisations named with them. */
export const findContracts = (
  db: Db,
  wanted: readonly { id: string; organisation_id: string }[],
): Promise<ContractPrices[]> =>
  db
    .selectFrom('contract_price_list')
    .select(['id', 'prices as rows', FROM])
    .where((row) => row.or(wanted.map((one) => row.and(one))))
    .execute()

/** A list with its buyer and its state on a UK day. */
const outlines = (db: Db, today: CalendarDate) =>
  db
    .selectFrom('contract_price_list')
    .innerJoin('carrier_account', 'carrier_account.id', 'carrier_account_id')
    .innerJoin('organisation', 'organisation.id', 'contract_price_list.organisation_id')
    .select([
      'contract_price_list.id',
      'contract_price_list.organisation_id',
      'carrier_account_id as account_id',
      'carrier_account.name as account',
      'carrier_account.pricing',
      'organisation.name as organisation',
      'added_at',
      FROM,
      sql<number>`jsonb_array_length(prices)`.as('prices'),
      sql<string[]>`array(select distinct price ->> 'service' from jsonb_array_elements(prices) price order by 1)`.as(
        'services',
      ),
      sql<'withdrawn' | 'coming' | 'past' | 'in_force'>`case when withdrawn_on is not null then 'withdrawn'
        when contract_price_list.effective_from > ${today}::date then 'coming'
        when exists (select from contract_price_list later where later.carrier_account_id = contract_price_list.carrier_account_id
          and later.withdrawn_on is null and later.effective_from <= ${today}::date
          and later.effective_from > contract_price_list.effective_from) then 'past'
        else 'in_force' end`.as('state'),
    ])

/** A list without its prices. */
export type ContractOutline = Awaited<ReturnType<typeof pageContracts>>['rows'][number]

/** The list of any organisation, for the operator. */
export const findContract = (db: Db, id: string, today: CalendarDate) =>
  outlines(db, today).where('contract_price_list.id', '=', id).executeTakeFirst()

/** One page of the lists of all organisations, or of one account, the one that begins last first unless asked otherwise. */
export function pageContracts(
  db: Db,
  { account_id, direction, today }: { account_id: string | undefined; direction: 'asc' | 'desc'; today: CalendarDate },
  page: Page,
) {
  let found = db.selectFrom('contract_price_list')
  let rows = outlines(db, today)
  if (account_id !== undefined) {
    found = found.where('carrier_account_id', '=', account_id)
    rows = rows.where('carrier_account_id', '=', account_id)
  }
  return pageOf(
    found,
    rows.orderBy('contract_price_list.effective_from', direction).orderBy('contract_price_list.id', direction),
    page,
  )
}

/** The list of an account that begins on a day and is not withdrawn. */
export const findContractFrom = (tx: Tx, accountId: string, day: CalendarDate) =>
  tx
    .selectFrom('contract_price_list')
    .select(['id', 'sha256'])
    .where('carrier_account_id', '=', accountId)
    .where('effective_from', '=', day)
    .where('withdrawn_on', 'is', null)
    .executeTakeFirst()

/** Records a list, which its account names from then on. @returns its id */
export async function insertContract(
  tx: Tx,
  list: Insertable<ContractPriceTables['contract_price_list']>,
): Promise<string> {
  const { id } = await tx.insertInto('contract_price_list').values(list).returning('id').executeTakeFirstOrThrow()
  return id
}

export const withdrawContract = async (tx: Tx, id: string, by: string, today: CalendarDate): Promise<void> => {
  const withdrawn = { withdrawn_by: by, withdrawn_on: today }
  await tx.updateTable('contract_price_list').set(withdrawn).where('id', '=', id).execute()
}
