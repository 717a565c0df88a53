import type { Pence } from '@postroom/domain/money'
import type { ColumnType } from 'kysely'

/** Only the database writes it. */
type Kept<T> = ColumnType<T, never, never>

/** Table of `026-spending.sql`. */
export interface SpendingTables {
  spending: {
    organisation_id: Kept<string>
    step: Kept<'day' | 'month'>
    /** What `key` is. */
    kind: Kept<'service' | 'country'>
    /** Of the purchase, in UK time. */
    first_day: Kept<Date>
    key: Kept<string>
    cost_center_id: Kept<string | null>
    /** Who bought. */
    person_id: Kept<string>
    items: Kept<number>
    pence: Kept<Pence>
    /** Items for which a cheaper way was advised and not taken. */
    dearer_items: Kept<number>
    /** By how much it was cheaper. */
    could_save: Kept<Pence>
    /** Items that cost more at the Post Office counter. */
    cheaper_items: Kept<number>
    /** How much more. */
    saved: Kept<Pence>
  }
}
