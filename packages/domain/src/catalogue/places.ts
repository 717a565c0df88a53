import { postcodeAreaOf } from './postcode-areas.ts'

/** Where an item is posted or delivered, as far as prices and rules depend on it. */
export interface Place {
  /** ISO 3166 code. */
  country: string
  /** In any form. Without it, an address in the United Kingdom counts as England. */
  postal_code?: string
}

/** ISO country codes, and codes for parts of the United Kingdom with rules of their own. */
export type PlaceCode = 'BFPO' | 'GB-NIR' | 'GB-SCT' | (string & {})

/** The code of a place: its country, or the part of the United Kingdom its postcode is in. */
export function placeCodeOf({ country, postal_code = '' }: Place): PlaceCode {
  if (country !== 'GB' || postal_code === '') return country
  const area = postcodeAreaOf(postal_code)?.code
  return PARTS.find(({ areas }) => area !== undefined && areas.includes(area))?.code ?? country
}

/** Whether an address is a forces post office (BFPO), wherever the forces are. */
export const isForcesAddress = (place: Place): boolean => placeCodeOf(place) === 'BFPO'

/**
 * The postcode areas of each part. TD lies on both sides of the border and counts as Scotland. Source: the names of the areas
 * in postcode-areas.ts.
 */
const PARTS: readonly { code: PlaceCode; areas: readonly string[] }[] = [
  { code: 'BFPO', areas: ['BF'] },
  { code: 'GB-NIR', areas: ['BT'] },
  { code: 'GB-SCT', areas: 'AB DD DG EH FK G HS IV KA KW KY ML PA PH TD ZE'.split(' ') },
]
