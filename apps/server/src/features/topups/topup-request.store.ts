import type { TOP_UP_STATES } from '@postroom/contract/top-up'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import { pageOf, type Page } from '../../db/page.ts'
import type { AdministrationTables } from '../../db/tables/people/administration.ts'

type Decision = Selectable<AdministrationTables['topup_decision']>
type TopUpState = (typeof TOP_UP_STATES)[number]

/** A top-up that needs a second operator, with the decision on it if there is one. */
export type StoredTopUpRequest = Awaited<ReturnType<typeof findTopUpRequest>> & {}

const STATE = sql<TopUpState>`case
  when is_approved then 'approved' when not is_approved then 'rejected'
  when expires_at <= statement_timestamp() then 'expired' else 'pending' end`

const requests = (db: Db) =>
  db
    .selectFrom('topup_request')
    .innerJoin('organisation', 'organisation.id', 'topup_request.organisation_id')
    .leftJoin('topup_decision', 'topup_decision.request_id', 'topup_request.id')

const shown = (db: Db) =>
  requests(db)
    .selectAll('topup_request')
    .select([
      'organisation.name as organisation',
      'decided_by',
      'reason',
      'topup_decision.at as decided_at',
      STATE.as('state'),
    ])

/** The request of any organisation. */
export const findTopUpRequest = (db: Db, id: string) => shown(db).where('topup_request.id', '=', id).executeTakeFirst()

/** The request under a key of an account. */
export const findTopUpRequestByKey = (
  db: Db,
  carrierAccountId: string,
  key: string,
): Promise<StoredTopUpRequest | undefined> =>
  shown(db).where('carrier_account_id', '=', carrierAccountId).where('idem_key', '=', key).executeTakeFirst()

interface RequestQuery extends Page {
  state: TopUpState | undefined
  direction: 'asc' | 'desc'
}

/** One page of the requests of all organisations, and their total. */
export function pageTopUpRequests(
  db: Db,
  { state, direction, ...page }: RequestQuery,
): Promise<{ rows: StoredTopUpRequest[]; total: number }> {
  const ofState = state === undefined ? sql<boolean>`true` : sql<boolean>`${STATE} = ${state}`
  const rows = shown(db).where(ofState).orderBy('requested_at', direction).orderBy('topup_request.id')
  return pageOf(requests(db).where(ofState), rows, page)
}

/** Records a top-up that waits for a second operator. @returns its id */
export async function insertTopUpRequest(
  tx: Tx,
  request: Omit<Insertable<AdministrationTables['topup_request']>, 'id'>,
): Promise<string> {
  const row = await tx.insertInto('topup_request').values(request).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** Records the one decision on a request. */
export const insertDecision = (tx: Tx, decision: Omit<Decision, 'at'>): Promise<unknown> =>
  tx.insertInto('topup_decision').values(decision).execute()
