import type { CalendarDate } from '../calendar.ts'
import type { Customs } from '../customs/customs.ts'
import type { Grams, Millimetres } from '../measures.ts'
import type { Pence } from '../money.ts'
import type { PackagingCode } from '../catalogue/packaging.ts'
import type { Place } from '../catalogue/places.ts'
import type { OptionCode } from '../catalogue/options.ts'

/** An option with the fields a price depends on. */
export interface ChosenOption {
  code: OptionCode
  /** Whole pounds, for special_delivery; absent means the lowest level of the service. */
  compensation_gbp?: number
  /** Restricts special_delivery to the services with Saturday guarantee. */
  saturday?: true
  /** Cover against consequential loss in whole pounds, for special_delivery. Sent only above 0 (spec §5). */
  consequential_loss_gbp?: number
  /** The amount that the user entered, for frank_pay and surcharge. */
  amount?: Pence
}

/** Everything a price depends on, in grams, millimetres and pence. */
export interface ShipmentFacts {
  packaging: PackagingCode
  weight: Grams
  /** Three sides in any order; a tube has length, diameter, diameter. */
  sides?: readonly [Millimetres, Millimetres, Millimetres]
  country: string
  /** The addressee's postcode, which identifies the forces and Northern Ireland. */
  postal_code?: string
  /** The place of posting; absent: England. */
  sender?: Place
  /** The day of posting in London. */
  day: CalendarDate
  options: readonly ChosenOption[]
  /** The declaration, when it crosses a customs border. */
  customs?: Customs
  /** Collection by the carrier, for a fee. */
  with_pickup?: boolean
  /** The organisation's own handling charge. */
  handling_charge?: Pence
}
