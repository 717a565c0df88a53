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
  /** Cover for consequences in whole pounds, for special_delivery. Sent only above 0 (spec §5). */
  consequential_loss_gbp?: number
  /** What the user typed, for frank_pay and surcharge. */
  amount?: Pence
}

/** All that a price depends on, in the units of the house. */
export interface ShipmentFacts {
  packaging: PackagingCode
  weight: Grams
  /** Three sides in any order; a tube has length, diameter, diameter. */
  sides?: readonly [Millimetres, Millimetres, Millimetres]
  country: string
  /** The addressee's postcode: tells the forces and Northern Ireland from the rest of the United Kingdom. */
  postal_code?: string
  /** Where it is posted; absent: in England. */
  sender?: Place
  /** The day it is posted, in London. */
  day: CalendarDate
  options: readonly ChosenOption[]
  /** What is in it, when it crosses a customs border. */
  customs?: Customs
  /** The carrier fetches it, for a fee. */
  with_pickup?: boolean
  /** What the organisation adds for its own work. */
  handling_charge?: Pence
}
