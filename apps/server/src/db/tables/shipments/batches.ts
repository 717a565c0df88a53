import type { ErrorBody } from '@postroom/contract/errors'
import type { ShipmentDraft } from '@postroom/contract/shipment'
import type { BatchRowState, BatchTerms } from '@postroom/contract/shipment-batch'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** Tables of `018-batches.sql`. */
export interface BatchTables {
  batch: {
    organisation_id: ColumnType<string, string, never>
    id: ColumnType<string, string, never>
    created_by: ColumnType<string, string, never>
    req_hash: ColumnType<string, string, never>
    terms: JSONColumnType<BatchTerms, string, never>
    stopped_at: ColumnType<Date | null, never, Date>
    created_at: ColumnType<Date, never, never>
  }
  batch_row: {
    organisation_id: ColumnType<string, string, never>
    batch_id: ColumnType<string, string, never>
    position: ColumnType<number, number, never>
    key: ColumnType<string, string, never>
    shipment: JSONColumnType<ShipmentDraft, string, null> | null
    state: Generated<BatchRowState>
    purchase_id: ColumnType<string | null, never, string | null>
    error: JSONColumnType<ErrorBody, never> | null
    epoch: Generated<number>
    lease_until: Generated<Date>
  }
}
