import { unbrokenPostcodes } from '@postroom/domain/catalogue/postcode'
import { TextDoesNotFit } from '../pdf/fit-text.ts'
import { addressSeenFrom, type LabelContent } from './label-content.ts'

type Addresses = Pick<LabelContent, 'era' | 'from' | 'to'>

const MAX_LINES = 4

export const RETURN_ADDRESS = 'Return Address'

/**
 * The lines of the return address that the sender entered, without empty lines and without a heading, which the label adds.
 * On items abroad the sender's country is added.
 * @throws TextDoesNotFit when it has more than four lines
 */
export function enteredReturnAddress(label: Addresses): string[] {
  const written = label.era
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (written[0]?.toLowerCase() === RETURN_ADDRESS.toLowerCase()) written.shift()
  if (written.length > MAX_LINES) throw new TextDoesNotFit('return address')
  return written.length === 0 ? [] : withCountry(written.map(unbrokenPostcodes), label)
}

/** The lines of the return address: the one the sender entered, or else the sender's address. */
export function returnAddress(label: Addresses): string[] {
  const written = enteredReturnAddress(label)
  const { lines, town } = addressSeenFrom('GB', label.from)
  return written.length > 0 ? written : withCountry([...lines, ...town], label)
}

/** Adds the country unless the last line already ends with it. */
function withCountry(lines: readonly string[], { from, to }: Addresses): string[] {
  const { country } = addressSeenFrom(to.country, from)
  const isNamed = lines.at(-1)?.toUpperCase().endsWith(country)
  return isNamed ? [...lines] : [...lines, country]
}
