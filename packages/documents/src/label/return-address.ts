import { unbrokenPostcodes } from '@postroom/domain/catalogue/postcode'
import { TextDoesNotFit } from '../pdf/fit-text.ts'
import { addressSeenFrom, type LabelContent } from './label-content.ts'

type Addresses = Pick<LabelContent, 'era' | 'from' | 'to'>

const MOST_LINES = 4

export const RETURN_ADDRESS = 'Return Address'

/**
 * The return address in the sender's own words, line by line without empty ones, and their country when the item goes
 * abroad. A heading of their own is left out: every label has one.
 * @throws TextDoesNotFit when it has more than four lines
 */
export function writtenReturnAddress(label: Addresses): string[] {
  const written = label.era
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (written[0]?.toLowerCase() === RETURN_ADDRESS.toLowerCase()) written.shift()
  if (written.length > MOST_LINES) throw new TextDoesNotFit('return address')
  return written.length === 0 ? [] : withCountry(written.map(unbrokenPostcodes), label)
}

/** Where an undelivered item goes, a line each: the address written for it, else the sender's. */
export function returnAddress(label: Addresses): string[] {
  const written = writtenReturnAddress(label)
  const { lines, town } = addressSeenFrom('GB', label.from)
  return written.length > 0 ? written : withCountry([...lines, ...town], label)
}

/** The country stands last, unless the sender wrote it already. */
function withCountry(lines: readonly string[], { from, to }: Addresses): string[] {
  const { country } = addressSeenFrom(to.country, from)
  const isNamed = lines.at(-1)?.toUpperCase().endsWith(country)
  return isNamed ? [...lines] : [...lines, country]
}
