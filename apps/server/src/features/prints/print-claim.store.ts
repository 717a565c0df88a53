import type { DocumentType } from '@postroom/contract/document'
import type { ClaimedPrint } from '@postroom/domain/media/print-state'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'

/** A document of a purchase. */
export interface PurchaseDocument {
  purchase_id: string
  type: DocumentType
}

/** A job of a device manager, which prints. */
export interface PrintingJob {
  hub: string
  job_id: string
  /** When the signed request for it expires. */
  expires_at: Date
}

/**
 * Claims one print of each document for a job: the print it has already claimed, the first one, or the one a reprint added.
 * When it returns false, the caller rolls its transaction back.
 *
 * @param documents each once
 * @returns false when one of the documents has no print left for this job
 */
export async function claimPrints(
  tx: Tx,
  { hub, job_id, expires_at }: PrintingJob,
  documents: readonly PurchaseDocument[],
): Promise<boolean> {
  const purchases = documents.map(({ purchase_id }) => purchase_id)
  const types = documents.map(({ type }) => type)
  const asked = sql`unnest(${purchases}::uuid[], ${types}::text[]) as asked (purchase_id, type)`
  const isAsked = sql`(purchase_id, type) in (select purchase_id, type from ${asked})`
  await sql`
    insert into print_claim (purchase_id, type, number, hub_id, job_id, claimed_at, expires_at)
    select purchase_id, type, 1, ${hub}, ${job_id}, now(), ${expires_at}::timestamptz from ${asked} order by purchase_id, type
    on conflict do nothing`.execute(tx)
  await sql`
    update print_claim set hub_id = ${hub}, job_id = ${job_id}, claimed_at = now(), expires_at = ${expires_at}
    where job_id is null and ${isAsked} and not exists (
      select from print_claim mine where mine.job_id = ${job_id}
        and (mine.purchase_id, mine.type) = (print_claim.purchase_id, print_claim.type))`.execute(tx)
  // a repeated request may arrive later than the first
  const claimed = await sql`
    update print_claim set expires_at = greatest(expires_at, ${expires_at}::timestamptz)
    where hub_id = ${hub} and job_id = ${job_id} and ${isAsked}`.execute(tx)
  return Number(claimed.numAffectedRows) === documents.length
}

/** Adds one print of these documents of a purchase, unless one is still unclaimed. */
export const addPrints = (tx: Tx, purchaseId: string, types: readonly DocumentType[]): Promise<unknown> =>
  sql`
    insert into print_claim (purchase_id, type, number)
    select purchase_id, type, 1 + coalesce((
      select max(number) from print_claim earlier where (earlier.purchase_id, earlier.type) = (document.purchase_id, document.type)), 0)
    from document where purchase_id = ${purchaseId} and type = any(${types})
    on conflict do nothing`.execute(tx)

/** A claimed print, and how its job ended or stands. */
export interface ListedPrint extends PurchaseDocument, ClaimedPrint {
  hub_id: string
  job_id: string
  error_code: string | null
}

/** The claimed prints of some purchases, oldest first. */
export async function listPrints(db: Db, purchaseIds: readonly string[]): Promise<ListedPrint[]> {
  if (purchaseIds.length === 0) return []
  const { rows } = await sql<ListedPrint>`
    select purchase_id, type, hub_id, job_id, reported, error_code, expires_at, hub.reported_at as device_heard_at
    from print_claim left join hub on hub.id = hub_id
    where purchase_id = any(${purchaseIds}::uuid[]) and job_id is not null
    order by purchase_id, type, number`.execute(db)
  return rows
}
