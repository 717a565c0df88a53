import { ATTENTION_COUNTED } from '@postroom/contract/attention'
import type { Pence } from '@postroom/domain/money'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Purchase } from '../shipments/purchase/purchase.store.ts'

/** Whose shipments, and since when. */
export interface Watched {
  organisation_id: string
  user_id: string
  since: Date
  /** Shipments of colleagues from before this time too. */
  colleagues_before: Date | undefined
}

export type OpenPurchase = Pick<
  Purchase,
  'id' | 'state' | 'is_test' | 'printed_at' | 'draft' | 'quote' | 'payable' | 'carrier_no' | 'created_at' | 'updated_at'
>

/** The newest purchases that are bought and not printed, or whose outcome is unknown. */
export const openPurchases = (db: Db, state: 'AUTHORISED' | 'BOUGHT', watched: Watched) =>
  db
    .selectFrom('purchase')
    .select([
      'id',
      'state',
      'is_test',
      'printed_at',
      'draft',
      'quote',
      'payable',
      'carrier_no',
      'created_at',
      'updated_at',
    ])
    .where('organisation_id', '=', watched.organisation_id)
    .where(sql<boolean>`state = ${sql.lit(state)} and not is_test and printed_at is null`) // as the indexes are declared
    .where('created_at', '>=', watched.since)
    .where(isTheirs(watched))
    .orderBy('created_at', 'desc')
    .limit(ATTENTION_COUNTED)

const isTheirs = ({ user_id, colleagues_before }: Watched) =>
  colleagues_before === undefined
    ? sql<boolean>`created_by = ${user_id}`
    : sql<boolean>`(created_by = ${user_id} or created_at < ${colleagues_before})`

/** The newest voids of a user that the carrier refused and that they did not request again. */
export const refusedVoids = (db: Db, { organisation_id, user_id, since }: Watched) =>
  db
    .selectFrom('void_request')
    .innerJoin('purchase', 'purchase.id', 'void_request.purchase_id')
    .select(['id', 'draft', 'quote', 'payable', 'carrier_no', 'created_at', 'refusal'])
    .where('asked_by', '=', user_id)
    .where('refusal', 'is not', null)
    .where('answered_at', '>=', since)
    .where('organisation_id', '=', organisation_id)
    .where('state', '=', 'BOUGHT')
    .whereRef('void_no', '=', 'n')
    .orderBy('answered_at', 'desc')
    .limit(ATTENTION_COUNTED)

interface LowBalance {
  account_id: string
  name: string
  balance: Pence
  low_balance: Pence
}

/** The active accounts of the organisation below their threshold. */
export async function lowBalances(db: Db, organisationId: string): Promise<LowBalance[]> {
  const { rows } = await sql<LowBalance>`
    select low.id as account_id, name, balance, low_balance
    from carrier_account as low join account on account.id = 'cust:' || low.id
    where organisation_id = ${organisationId} and is_active and balance < low_balance
    order by name`.execute(db)
  return rows
}
