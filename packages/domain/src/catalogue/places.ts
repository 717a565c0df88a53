import { postcodeAreaOf } from './postcode-areas.ts'

/** Where an item is posted or delivered, as far as the rules of post look at it. */
export interface Place {
  /** ISO 3166 code. */
  country: string
  /** In any form; without it, an address in the United Kingdom is taken to be in England. */
  postal_code?: string
}

/** Parts of the United Kingdom that have rules of their own, beside the ISO codes of countries. */
export type PlaceCode = 'BFPO' | 'GB-NIR' | 'GB-SCT' | (string & {})

/** The code of a place: that of its country, or of the part of the United Kingdom that its postcode belongs to. */
export function placeCodeOf({ country, postal_code = '' }: Place): PlaceCode {
  if (country !== 'GB' || postal_code === '') return country
  const area = postcodeAreaOf(postal_code)?.code
  return PARTS.find(({ areas }) => area !== undefined && areas.includes(area))?.code ?? country
}

/** Whether an address is that of a forces post office (BFPO), wherever the forces are. */
export const isForcesAddress = (place: Place): boolean => placeCodeOf(place) === 'BFPO'

/**
 * Postcode areas of each part. TD lies on both sides of the border and counts as Scotland. Source: the names of the areas
 * in postcode-areas.ts.
 */
const PARTS: readonly { code: PlaceCode; areas: readonly string[] }[] = [
  { code: 'BFPO', areas: ['BF'] },
  { code: 'GB-NIR', areas: ['BT'] },
  { code: 'GB-SCT', areas: 'AB DD DG EH FK G HS IV KA KW KY ML PA PH TD ZE'.split(' ') },
]
