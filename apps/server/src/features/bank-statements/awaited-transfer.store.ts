import type { AwaitedTransfer } from '@postroom/domain/payment/match-transfer'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** A top-up that may be the one that a line paid, with whom it is for. A request keeps its id when it is credited. */
export type FoundTransfer = AwaitedTransfer & {
  organisation: string
  account_id: string
  /** Null when it is credited. */
  requested_by: string | null
}

/** How long before or after the transfer a top-up may have been credited. */
const DAYS_APART = 60

/**
 * The requests that wait, and the top-ups credited around these days.
 *
 * @param first, last days, `yyyy-MM-dd`
 */
export async function findAwaited(db: Db, first: string, last: string): Promise<FoundTransfer[]> {
  const { rows } = await sql<FoundTransfer>`
    select found.*, organisation.name as organisation from (
      select r.id, r.organisation_id, r.carrier_account_id as account_id, r.amount, r.reference, r.requested_by,
        false as is_credited, false as is_taken
      from topup_request r left join topup_decision d on d.request_id = r.id
      where d.request_id is null and r.expires_at > statement_timestamp()
        and r.requested_at > statement_timestamp() - interval '8 days'
      union all
      select coalesce(t.request_id, t.id), t.organisation_id, t.carrier_account_id, t.amount, t.reference, null,
        true, m.topup_id is not null
      from topup t left join bank_line_outcome m on m.topup_id = t.id
      where t.at between ${first}::date - ${DAYS_APART}::int and ${last}::date + ${DAYS_APART}::int
    ) as found join organisation on organisation.id = found.organisation_id
    order by found.id`.execute(db)
  return rows
}
