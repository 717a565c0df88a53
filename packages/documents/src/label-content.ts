import type { PostalAddress } from '@postroom/contract/address'
import type { CalendarDate } from '@postroom/domain/calendar'
import { isDomestic } from '@postroom/domain/countries'
import type { Grams } from '@postroom/domain/measures'
import type { PackagingCode } from '@postroom/domain/packaging'
import { writtenTracking } from '@postroom/domain/s10'
import type { ServiceCode } from '@postroom/domain/services'

/** What a label shows: a stored shipment, nothing looked up. */
export interface LabelContent {
  /** A practice print: says so in words and holds no item number. */
  test: boolean
  service: ServiceCode
  service_name: string
  packaging: PackagingCode
  weight: Grams
  shipping_date: CalendarDate
  to: PostalAddress
  from: PostalAddress
  references: readonly string[]
  /** Item number, `ZZ…GB`; not shown on a practice print. */
  tracking: string
  /** Stands in the file as its date, so that the same shipment always gives the same bytes. */
  created_at: Date
}

/**
 * Text of the square symbol. It keeps the geometry of a postage mark but begins with words no sorting machine reads as
 * postage, and holds only digits, capitals and spaces.
 */
export function dataMatrixText(label: Pick<LabelContent, 'test' | 'service' | 'tracking' | 'to'>): string {
  const parts = label.test
    ? ['TEST PRINT NO VALUE', label.service]
    : ['SPECIMEN NO VALUE', label.tracking, label.service, isDomestic(label.to.country) ? label.to.postal_code : '']
  return parts
    .join(' ')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, ' ')
    .trim()
}

/** Text of the bars: the item number, or the word TEST. */
export const code128Text = (label: Pick<LabelContent, 'test' | 'tracking'>): string =>
  label.test ? 'TEST' : label.tracking

/** What stands under the bars for people. */
export const code128Caption = (label: Pick<LabelContent, 'test' | 'tracking'>): string =>
  label.test ? 'TEST PRINT' : `TEST ${writtenTracking(label.tracking)}`

/** The lines of an address from the addressee down, the postcode apart because it is set larger. Empty lines are left out. */
export function addressLines(address: PostalAddress): { lines: string[]; postcode: string } {
  const { name, company_name, address1, address2, address3, city, state_province, postal_code } = address
  const lines = [name, company_name, address1, address2, address3, city, state_province].filter((line) => line !== '')
  return { lines, postcode: postal_code }
}
