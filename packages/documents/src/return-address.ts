import { TextDoesNotFit } from './fit-text.ts'
import { addressLines, type LabelContent } from './label-content.ts'

type Addresses = Pick<LabelContent, 'era' | 'from' | 'to'>

const MOST_LINES = 4

export const RETURN_ADDRESS = 'Return Address'

/**
 * The return address that the sender wrote himself, line by line without empty ones, and his country when the item goes
 * abroad. A heading of his own is left out: every label has one.
 * @throws TextDoesNotFit when it has more than four lines
 */
export function writtenReturnAddress(label: Addresses): string[] {
  const written = label.era
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (written[0]?.toLowerCase() === RETURN_ADDRESS.toLowerCase()) written.shift()
  if (written.length > MOST_LINES) throw new TextDoesNotFit('return address')
  return written.length === 0 ? [] : withCountry(written, label)
}

/** Where an undelivered item goes: the address written for it, else the sender's. */
export function returnAddress(label: Addresses): string[] {
  const written = writtenReturnAddress(label)
  const { lines, postcode } = addressLines(label.from)
  return written.length > 0 ? written : withCountry([...lines, postcode], label)
}

/** The country takes no line of its own: labels of letters have few. */
function withCountry(given: readonly string[], { from, to }: Addresses): string[] {
  const { country } = addressLines(from, to.country)
  const lines = given.filter((line) => line !== '')
  const last = lines.pop() ?? ''
  return [...lines, last.toUpperCase().endsWith(country) ? last : `${last}, ${country}`]
}
