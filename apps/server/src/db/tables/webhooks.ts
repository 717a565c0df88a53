import type { DeliveryState, Webhook, WebhookTrouble } from '@postroom/contract/webhook'
import type { WebhookEvent } from '@postroom/contract/webhook-event'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Fixed<T> = ColumnType<T, T, never>
type SetLater<T> = ColumnType<T | null, never, T | null>
type SetByPlatform<T> = ColumnType<T, never, T>

/** Tables of `042-webhooks.sql`. */
export interface WebhookTables {
  webhook: {
    id: Fixed<string>
    organisation_id: Fixed<string>
    url: string
    events: WebhookEvent[]
    state: Generated<Webhook['state']>
    secret: string
    old_secret: SetLater<string>
    old_until: SetLater<Date>
    created_at: ColumnType<Date, never, never>
    failing_since: SetLater<Date>
  }
  webhook_event: {
    id: GeneratedAlways<string>
    n: GeneratedAlways<number>
    organisation_id: Fixed<string>
    type: Fixed<WebhookEvent>
    shipment_id: Fixed<string | null>
    data: ColumnType<object, string, never>
    created_at: ColumnType<Date, never, never>
    is_shared: SetByPlatform<boolean>
  }
  webhook_delivery: {
    webhook_id: ColumnType<string, never, never>
    event_id: ColumnType<string, never, never>
    organisation_id: ColumnType<string, never, never>
    n: ColumnType<number, never, never>
    shipment_id: ColumnType<string | null, never, never>
    state: SetByPlatform<DeliveryState>
    attempts: SetByPlatform<number>
    due_at: SetByPlatform<Date>
    leased_until: SetLater<Date>
    tried_at: SetLater<Date>
    status: SetLater<number>
    trouble: SetLater<WebhookTrouble>
    answer: SetLater<string>
  }
}
