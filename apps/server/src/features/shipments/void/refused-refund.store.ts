import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Pence } from '@postroom/domain/money'

/** A void that the carrier refused, and the user who requested it. */
export interface RefusedRefund {
  id: string
  email: string
  /** The carrier's words. */
  refusal: string
  carrier_no: string
  amount: Pence
}

/**
 * The content of a notice about a refused void. @returns nothing when the user has been disabled since, or when the
 * void was requested again
 */
export async function refusedRefund(
  db: Db,
  { purchase_id, n }: { purchase_id: string; n: number },
): Promise<RefusedRefund | undefined> {
  const { rows } = await sql<RefusedRefund>`
    select app_user.id, email, refusal, carrier_no, payable as amount
    from void_request join purchase on purchase.id = purchase_id join app_user on app_user.id = asked_by
    where purchase_id = ${purchase_id} and void_request.n = ${n} and refusal is not null and disabled_at is null
      and state = 'BOUGHT' and void_no = void_request.n`.execute(db)
  return rows[0]
}
