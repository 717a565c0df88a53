import type { PostalAddress } from '@postroom/contract/address'
import type { ORDER_MARKS, OrderProblem, ShopConnection, ShopTrouble } from '@postroom/contract/shop'
import type { SendingRuleFields } from '@postroom/contract/sending-rule'
import type { Grams } from '@postroom/domain/measures'
import type { Pence } from '@postroom/domain/money'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type Fixed<T> = ColumnType<T, T, never>
type SetLater<T> = ColumnType<T | null, never, T | null>

/** Tables of `032-shops.sql`. */
export interface ShopTables {
  shop: {
    id: Generated<string>
    organisation_id: Fixed<string>
    kind: ShopConnection['kind']
    name: string
    url: string
    credential: string | null
    sender: JSONColumnType<PostalAddress>
    connected_by: string
    connected_at: Generated<Date>
    seen_until: SetLater<Date>
    imported_at: SetLater<Date>
    import_at: SetLater<Date>
    trouble: SetLater<ShopTrouble>
  }
  shop_order: {
    shop_id: Fixed<string>
    external_id: Fixed<string>
    organisation_id: Fixed<string>
    number: string
    pending_id: string | null
    modified_at: Date
    fingerprint: string
    mark: SetLater<(typeof ORDER_MARKS)[number]>
    problems: OrderProblem[]
    country: string
    grams: Grams | null
    pence: Pence | null
    looked_at: ColumnType<Date, never, Date>
    came_at: ColumnType<Date, never, never>
    purchase_id: SetLater<string>
    report_at: SetLater<Date>
    report_attempts: ColumnType<number, never, number>
    report_trouble: SetLater<ShopTrouble>
    reported_at: SetLater<Date>
  }
  sending_rule: {
    organisation_id: Fixed<string>
    position: Fixed<number>
    destination: Fixed<SendingRuleFields['destination']>
    max_grams: Fixed<number | null>
    over_pence: Fixed<number | null>
    shop_id: Fixed<string | null>
    service: Fixed<SendingRuleFields['service']>
    compensation_gbp: Fixed<number | null>
  }
}
