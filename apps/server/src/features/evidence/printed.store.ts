import type { Printed } from '@postroom/contract/evidence'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

interface PrintedRow {
  document: Printed['document']
  at: Date
  place: string | null
  by: string | null
  state: NonNullable<Printed['state']> | null
  error_code: string | null
}

/** The prints of a purchase that a device manager was asked for, oldest first. The audit log knows the users who asked. */
export async function printedOf(db: Db, organisationId: string, purchaseId: string): Promise<Printed[]> {
  const { rows } = await sql<PrintedRow>`
    select claim.type as document, claimed_at as at, hub.alias as place, nullif(fullname, '') as by, reported as state, error_code
    from print_claim claim
    left join hub on hub.id = hub_id
    left join lateral (
      select user_id from audit_event
      where chain = ${`audit:${organisationId}`} and subject = ${purchaseId} and event = 'print_requested'
        and details ->> 'job_id' = claim.job_id and details ->> 'document' = claim.type
      order by seq limit 1) asked on true
    left join app_user on app_user.id = asked.user_id
    where claim.purchase_id = ${purchaseId} and claim.job_id is not null
    order by claimed_at, claim.type`.execute(db)
  return rows.map(({ document, at, place, by, state, error_code }) => ({
    document,
    at: at.toISOString(),
    ...(place !== null && { place }),
    ...(by !== null && { by }),
    ...(state !== null && { state }),
    ...(error_code !== null && { error_code }),
  }))
}
