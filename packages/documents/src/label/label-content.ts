import type { PostalAddress } from '@postroom/contract/address'
import { addressLines, type AddressLines } from '@postroom/domain/catalogue/address-lines'
import type { CalendarDate } from '@postroom/domain/calendar'
import type { Channel } from '@postroom/domain/tariffs/channels'
import { isDomestic } from '@postroom/domain/catalogue/countries'
import type { LabelPosition, LabelSize } from '@postroom/domain/media/label-stock'
import type { Grams } from '@postroom/domain/measures'
import type { MediaSize } from '@postroom/domain/media/media-size'
import type { PackagingCode } from '@postroom/domain/catalogue/packaging'
import { writtenTracking } from '@postroom/domain/post/s10'
import type { ServiceCode } from '@postroom/domain/catalogue/services'

/** What a label shows and on which stock: a stored shipment, nothing looked up. */
export interface LabelContent {
  /** A practice print: says so in words and holds no item number. */
  test: boolean
  /** How it was paid for: a franking machine's mark is another kind than that of online postage. */
  channel: Channel
  service: ServiceCode
  service_name: string
  /** Compensation in whole pounds; 0 when there is none. */
  cover_gbp: number
  packaging: PackagingCode
  weight: Grams
  shipping_date: CalendarDate
  to: PostalAddress
  from: PostalAddress
  references: readonly string[]
  size: LabelSize
  /** Name of the stock; empty: the usual one of the size. */
  label_name: string
  /** The sheet of the locale (`sheetFor`), for labels on plain paper. */
  sheet: MediaSize
  /** Places on the sheet; none: the default one. */
  positions: readonly LabelPosition[]
  /** Item numbers, `ZZ…GB`, one for each label to print. Empty on a practice print, which is one label. */
  numbers: readonly string[]
  /** The return address as the sender wrote it: up to four lines, broken by \n. Empty: a franking label has none, an address label that of `from`. */
  era: string
  slogan: string
  /** Service indicator of a letter; both empty for other items. */
  vsi_line1: string
  vsi_line2: string
  /** Stands in the file as its date, so that the same shipment always gives the same bytes. */
  created_at: Date
}

/** What the bars of a label or form are made of. */
export interface NumberedItem {
  test: boolean
  /** Its item number; not shown on a practice print. */
  tracking: string
}

/** One label of it. */
export type SingleLabel = LabelContent & NumberedItem

/** Text of the bars: the item number, or the word TEST. */
export const code128Text = (label: NumberedItem): string => (label.test ? 'TEST' : label.tracking)

/** What stands under the bars for people. */
export const code128Caption = (label: NumberedItem): string =>
  label.test ? 'TEST PRINT' : `TEST ${writtenTracking(label.tracking)}`

/** The lines of an address where it is read in `seenFrom`: no country between two places in the United Kingdom. */
export function addressSeenFrom(seenFrom: string, address: PostalAddress): AddressLines {
  const written = addressLines(address)
  return isDomestic(address.country) && isDomestic(seenFrom) ? { ...written, country: '' } : written
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** A day as a letter writes it: `23 Nov 2026`. */
export const writtenDay = (day: CalendarDate): string => DAY.format(new Date(`${day}T00:00:00Z`))
