import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Pence } from '@postroom/domain/money'

/** A refund that the carrier refused and nobody was told of. */
export interface RefusalNotice {
  purchase_id: string
  n: number
  refusal: string
  carrier_no: string
  amount: Pence
  /** Of who asked for it; null when he has left. */
  email: string | null
  /** Nobody has asked again since: the postage is good, and no other answer is under way. */
  is_last_word: boolean
}

/** Long enough for a mail to leave; whoever is killed meanwhile is followed by another after it. */
const LEASE = sql`interval '5 minutes'`

/** Takes over up to `limit` notices, oldest first; each goes to one process only, and again to one when it is not done in time. */
export async function claimNotices(db: Db, limit: number): Promise<RefusalNotice[]> {
  const { rows } = await sql<RefusalNotice>`
    update void_request as told set tell_after = clock_timestamp() + ${LEASE}
    from purchase, app_user
    where (told.purchase_id, told.n) in (
        select purchase_id, n from void_request
        where refusal is not null and told_at is null and tell_after <= clock_timestamp()
        order by tell_after limit ${limit} for update skip locked)
      and purchase.id = told.purchase_id and app_user.id = told.asked_by
    returning told.purchase_id, told.n, told.refusal, purchase.carrier_no, purchase.payable as amount,
      case when app_user.disabled_at is null then app_user.email end as email,
      purchase.state = 'BOUGHT' and purchase.void_no = told.n as is_last_word`.execute(db)
  return rows
}

/** The mail has left, or has nothing to tell any more. */
export async function markTold(db: Db, { purchase_id, n }: RefusalNotice): Promise<void> {
  await db
    .updateTable('void_request')
    .set({ told_at: sql<Date>`clock_timestamp()` })
    .where('purchase_id', '=', purchase_id)
    .where('n', '=', n)
    .execute()
}
