import type { PostalAddress } from '@postroom/contract/address'
import { addressLines, type AddressLines } from '@postroom/domain/catalogue/address-lines'
import type { CalendarDate } from '@postroom/domain/calendar'
import type { Channel } from '@postroom/domain/tariffs/channels'
import { isDomestic } from '@postroom/domain/catalogue/countries'
import type { LabelPosition, LabelSize } from '@postroom/domain/media/label-stock'
import type { Grams } from '@postroom/domain/measures'
import type { MediaSize } from '@postroom/domain/media/media-size'
import type { PackagingCode } from '@postroom/domain/catalogue/packaging'
import { formatTracking } from '@postroom/domain/post/s10'
import type { ServiceCode } from '@postroom/domain/catalogue/services'

/** The content and label stock of a label. It comes only from the stored shipment. */
export interface LabelContent {
  /** A practice print: it says so and has no item number. */
  test: boolean
  /** The channel that paid: franking and online postage have different marks. */
  channel: Channel
  service: ServiceCode
  service_name: string
  /** Compensation in whole pounds; 0 without compensation. */
  cover_gbp: number
  packaging: PackagingCode
  weight: Grams
  shipping_date: CalendarDate
  to: PostalAddress
  from: PostalAddress
  references: readonly string[]
  size: LabelSize
  /** Name of the label stock; empty for the default of the size. */
  label_name: string
  /** The sheet of the locale (`sheetFor`), for labels on plain paper. */
  sheet: MediaSize
  /** Places on the sheet; empty for the default place. */
  positions: readonly LabelPosition[]
  /** Item numbers, `ZZ…GB`, one for each label. Empty for a practice print, which is one label. */
  numbers: readonly string[]
  /**
   * The return address that the sender entered: up to four lines, separated by \n. When it is empty, a franking label has
   * none and an address label has that of `from`.
   */
  era: string
  slogan: string
  /** The two lines of a letter's service indicator; both empty for other items. */
  vsi_line1: string
  vsi_line2: string
  /** The date in the file; stored, so that the same shipment always gives the same bytes. */
  created_at: Date
}

/** The content of the barcode of a label or form. */
export interface NumberedItem {
  test: boolean
  /** The item number; not shown on a practice print. */
  tracking: string
}

/** One of the labels of a `LabelContent`. */
export type SingleLabel = LabelContent & NumberedItem

/** The text in the barcode: the item number, or TEST on a practice print. */
export const code128Text = (label: NumberedItem): string => (label.test ? 'TEST' : label.tracking)

/** The text below the barcode. */
export const code128Caption = (label: NumberedItem): string =>
  label.test ? 'TEST PRINT' : `TEST ${formatTracking(label.tracking)}`

/** The lines of an address as read in the country `seenFrom`; between two places in the United Kingdom the country is omitted. */
export function addressSeenFrom(seenFrom: string, address: PostalAddress): AddressLines {
  const written = addressLines(address)
  return isDomestic(address.country) && isDomestic(seenFrom) ? { ...written, country: '' } : written
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** Formats a day: `23 Nov 2026`. */
export const formatDay = (day: CalendarDate): string => DAY.format(new Date(`${day}T00:00:00Z`))
