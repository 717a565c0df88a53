import type { CalendarDate } from './calendar.ts'
import type { Grams, Millimetres } from './measures.ts'
import type { Pence } from './money.ts'
import type { PackagingCode } from './packaging.ts'
import type { OptionCode } from './services.ts'

/** An option with the fields a price depends on. */
export interface ChosenOption {
  code: OptionCode
  /** Whole pounds, for special_delivery; absent means the lowest level of the service. */
  compensation_gbp?: number
  /** What the user typed, for frank_pay. */
  amount?: Pence
}

/** All that a price depends on, in the units of the house. */
export interface ShipmentFacts {
  packaging: PackagingCode
  weight: Grams
  /** Three sides in any order; a tube has length, diameter, diameter. */
  sides?: readonly [Millimetres, Millimetres, Millimetres]
  country: string
  /** The day it is posted, in London. */
  day: CalendarDate
  options: readonly ChosenOption[]
}
