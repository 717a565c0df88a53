import type { DeliveryEvent } from '@postroom/domain/post/delivery-event'
import type { TrackingCode } from '@postroom/domain/post/tracking'
import type { ColumnType, Generated } from 'kysely'

type Fixed<T> = ColumnType<T, T, never>

/** Tables of `021-tracking.sql`. */
export interface TrackingTables {
  tracking: {
    purchase_id: Fixed<string>
    asked_at: Date
    as_of: Date | null
    is_final: Generated<boolean>
  }
  tracking_event: {
    purchase_id: Fixed<string>
    item_number: Fixed<string>
    at: Fixed<Date>
    code: Fixed<TrackingCode>
    description: Fixed<string>
    place: Fixed<string>
  }
  delivery_mail: {
    purchase_id: Fixed<string>
    event: Fixed<DeliveryEvent>
    recipient: Fixed<'addressee' | 'sender'>
  }
}
