import type { PostalAddress } from '@postroom/contract/address'
import type { Goods } from '@postroom/contract/goods'
import type { PendingDraft } from '@postroom/contract/shipment-pending'
import type { Budget } from '@postroom/domain/purchase/budget'
import type { Pence } from '@postroom/domain/money'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** Tables of `007-references.sql`, `017-pending-shipments.sql`, `025-kept-goods.sql`, and `shipper`. */
export interface ShipmentTables {
  shipper: {
    id: Generated<string>
    organisation_id: ColumnType<string, string, never>
    alias: string
    address: JSONColumnType<PostalAddress>
  }
  kept_goods: {
    id: Generated<string>
    organisation_id: ColumnType<string, string, never>
    description: string
    item: JSONColumnType<Goods>
    used_at: Date
  }
  pending_shipment: {
    pending_id: Generated<string>
    organisation_id: ColumnType<string, string, never>
    number: ColumnType<number, never, never>
    created_by: ColumnType<string, string, never>
    draft: JSONColumnType<PendingDraft>
    note: Generated<string>
    problem: Generated<string>
    version: Generated<number>
    claimed_by: string | null
    claimed_until: Date | null
    created_at: ColumnType<Date, never, never>
    changed_at: ColumnType<Date, never, never>
  }
  reference_field: {
    organisation_id: string
    position: number
    label: string
    required: boolean
    choices: string[]
    pattern: string
  }
  cost_center: {
    id: Generated<string>
    organisation_id: ColumnType<string, string, never>
    code: string
    name: string
    is_active: Generated<boolean>
    budget_amount: Pence | null
    budget_period: Budget['period'] | null
    on_exceed: Budget['on_exceed'] | null
    /** Days, written only: read as text. */
    exceeded_from: ColumnType<never, never, string>
  }
}
