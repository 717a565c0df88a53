import type { ManualDraft } from '@postroom/contract/shipment-manual'
import type { ReturnedItem } from '@postroom/contract/returned-item'
import type { Pence } from '@postroom/domain/money'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/** Tables of `019-manual-shipments.sql` and `020-returns.sql`. */
export interface ReturnTables {
  manual_shipment: {
    id: Generated<string>
    organisation_id: ColumnType<string, string, never>
    created_by: ColumnType<string, string, never>
    draft: JSONColumnType<ManualDraft>
    number: GeneratedAlways<string>
    amount: GeneratedAlways<Pence>
    shipping_date: GeneratedAlways<Date>
    cost_center_id: GeneratedAlways<string | null>
    country: GeneratedAlways<string>
    words: GeneratedAlways<string>
    created_at: ColumnType<Date, never, never>
  }
  returned_item: Pick<ReturnedItem, 'number' | 'reason' | 'action' | 'notes'> & {
    id: Generated<string>
    organisation_id: ColumnType<string, string, never>
    purchase_id: ColumnType<string | null, string | null, never>
    manual_shipment_id: ColumnType<string | null, string | null, never>
    state: Generated<ReturnedItem['state']>
    pending_id: string | null
    created_by: ColumnType<string, string, never>
    created_at: ColumnType<Date, never, never>
    updated_at: Generated<Date>
  }
}
