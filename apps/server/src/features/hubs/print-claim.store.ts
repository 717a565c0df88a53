import type { DocumentType } from '@postroom/contract/document'
import { sql } from 'kysely'
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
  { hub, job_id }: PrintingJob,
  documents: readonly PurchaseDocument[],
): Promise<boolean> {
  const purchases = documents.map(({ purchase_id }) => purchase_id)
  const types = documents.map(({ type }) => type)
  const asked = sql`unnest(${purchases}::uuid[], ${types}::text[]) as asked (purchase_id, type)`
  const isAsked = sql`(purchase_id, type) in (select purchase_id, type from ${asked})`
  await sql`
    insert into print_claim (purchase_id, type, number, hub_id, job_id, claimed_at)
    select purchase_id, type, 1, ${hub}, ${job_id}, now() from ${asked} order by purchase_id, type
    on conflict do nothing`.execute(tx)
  await sql`
    update print_claim set hub_id = ${hub}, job_id = ${job_id}, claimed_at = now()
    where job_id is null and ${isAsked} and not exists (
      select from print_claim mine where mine.job_id = ${job_id}
        and (mine.purchase_id, mine.type) = (print_claim.purchase_id, print_claim.type))`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from print_claim where hub_id = ${hub} and job_id = ${job_id} and ${isAsked}`.execute(tx)
  return rows[0]!.n === documents.length
}

/** Adds one print of these documents of a purchase, unless one is still unclaimed. */
export async function addPrints(tx: Tx, purchaseId: string, types: readonly DocumentType[]): Promise<void> {
  await sql`
    insert into print_claim (purchase_id, type, number)
    select purchase_id, type, 1 + coalesce((
      select max(number) from print_claim earlier where (earlier.purchase_id, earlier.type) = (document.purchase_id, document.type)), 0)
    from document where purchase_id = ${purchaseId} and type = any(${types})
    on conflict do nothing`.execute(tx)
}
