import type { PurchasedItem } from '@postroom/domain/purchase/match-invoice'
import { sql } from 'kysely'
import type { Tx } from '../../db/in-transaction.ts'

/** What an invoice covers; `account_id` null: every account of the carrier. */
export interface InvoiceScope {
  carrier: string
  account_id: string | null
  dateFrom: string
  dateTo: string
}

/** An item with the first facts of its purchase. */
export type FoundItem = PurchasedItem & { has_one_item: boolean }

/**
 * The items of all organisations that the invoice names, by their number or, where the shipment has one item, by its id; and
 * those that belong on it. A return label has a number of its own. At most `limit`.
 */
export async function findItems(
  tx: Tx,
  { carrier, account_id, dateFrom, dateTo }: InvoiceScope,
  named: readonly string[],
  limit: number,
): Promise<FoundItem[]> {
  const { rows } = await sql<FoundItem>`
    with item as (
      select n.carrier_no as item_no, p.id as purchase_id, p.carrier_account_id as account_id, p.labels = 1 as has_one_item,
        p.state = 'VOIDED' as is_voided, false as is_return, n.carrier_no = p.carrier_no as is_first,
        p.state <> 'VOIDED' and p.shipping_date between ${dateFrom}::date and ${dateTo}::date
          and (${account_id}::uuid is null or p.carrier_account_id = ${account_id}::uuid) as is_due,
        case when p.state = 'VOIDED' then 0 else charge / labels
          + (array_position(p.carrier_no || p.further_nos, n.carrier_no) <= charge % labels)::int end as charge
      from item_number n join purchase p on p.id = n.purchase_id, lateral (select coalesce(charged, amount - own_fees) as charge)
      where n.carrier_code = ${carrier} and not p.is_test and p.id in (
        select purchase_id from item_number where carrier_code = ${carrier} and carrier_no = any(${named})
        union select id from purchase where labels = 1 and carrier_code = ${carrier} and id = any(${named.filter(isUuid)}::uuid[])
        union select id from purchase where carrier_code = ${carrier} and not is_test and state in ('BOUGHT', 'VOID_REQUESTED')
          and shipping_date between ${dateFrom}::date and ${dateTo}::date
          and (${account_id}::uuid is null or carrier_account_id = ${account_id}::uuid))
      union all
      select r.number, p.id, p.carrier_account_id, false, p.state = 'VOIDED', true, false, false, 0
      from return_label r join purchase p on p.id = r.purchase_id
      where r.carrier_code = ${carrier} and r.number = any(${named}))
    select item_no, purchase_id, account_id, has_one_item, is_voided, is_return, is_due and earlier.lines = 0 as is_due,
      (charge + adjusted + to_book)::bigint as booked, invoiced::bigint as invoiced
    from item, lateral (
      select count(*) as lines, coalesce(sum(gross), 0) as invoiced,
        coalesce(sum(difference) filter (where not exists (select from carrier_adjustment booked
          where booked.carrier_code = line.carrier_code and booked.reference = line.reference)), 0) as to_book
      from carrier_invoice_line line where carrier_code = ${carrier} and line.item_no = item.item_no
        and outcome not in ('other_account', 'unknown_item', 'missing')) earlier,
    lateral (
      select coalesce(sum(change), 0) as adjusted
      from carrier_adjustment change left join carrier_invoice_line line using (carrier_code, reference)
      where change.purchase_id = item.purchase_id and after_void = is_voided
        and coalesce(line.item_no = item.item_no, is_first)) adjustment
    limit ${limit}`.execute(tx)
  return rows
}

const isUuid = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
