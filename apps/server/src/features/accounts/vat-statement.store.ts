import type { PriceLine } from '@postroom/domain/rating/explanation'
import type { Pence } from '@postroom/domain/money'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** A movement between a customer and a purchase: what the carrier received or refunded, or our own fee. */
export interface VatMovement {
  id: number
  /** Of UK time. */
  day: string
  kind: 'capture' | 'fee' | 'refund' | 'fee_refund' | 'adjustment'
  amount: Pence
  shipment_id: string
  receipt_no: number | null
  labels: number
  /** The price of one item, as stored with the purchase. */
  explanation: PriceLine[]
}

const PAGE = 5_000

/** All movements of an account in a month of UK time (`2026-11`), oldest first, read a page at a time. */
export async function* vatMovements(db: Db, account: string, month: string): AsyncGenerator<VatMovement> {
  for (let after = 0; ;) {
    const rows = await pageAfter(db, account, month, after)
    yield* rows
    if (rows.length < PAGE) return
    after = rows.at(-1)!.id
  }
}

async function pageAfter(db: Db, account: string, month: string, after: number): Promise<VatMovement[]> {
  const first = sql`${`${month}-01`}::date::timestamp`
  const { rows } = await sql<VatMovement>`
    select transfer.id, to_char(at at time zone 'Europe/London', 'YYYY-MM-DD') as day, kind, transfer.amount,
      purchase.id as shipment_id, document.receipt_no, labels, quote -> 'explanation' as explanation
    from transfer
    join purchase on purchase.id = transfer.purchase_id
    left join document on document.purchase_id = purchase.id and document.type = 'receipt'
    where chain = ${`ledger:${account}`} and transfer.id > ${after}
      and kind in ('capture', 'fee', 'refund', 'fee_refund', 'adjustment')
      and at >= ${first} at time zone 'Europe/London'
      and at < (${first} + interval '1 month') at time zone 'Europe/London'
    order by transfer.id limit ${PAGE}`.execute(db)
  return rows
}
