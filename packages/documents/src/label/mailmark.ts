import type { PostalAddress } from '@postroom/contract/address'
import { isDomestic } from '@postroom/domain/catalogue/countries'
import type { SingleLabel } from './label-content.ts'

/**
 * Shapes of the post's Data Matrix mark: modules, and how many characters it holds. Type 7 exists too; its six free
 * characters are too few to say that a mark is a specimen. Source: the encoder of the zint project.
 */
export const MARK_TYPES = {
  /** A square. */
  9: { version: '32x32', capacity: 90 },
  /** A strip, for narrow labels. */
  29: { version: '16x48', capacity: 70 },
} as const
export type MarkType = keyof typeof MARK_TYPES

/** Fields of the mark, in order, each of fixed length and padded to the right; what is left is free. */
const FIELDS = [
  ['country', 4, /^[A-Z]{3,4}$/],
  ['information', 1, /^[0ABC]$/],
  ['version', 1, /^1$/],
  ['class', 1, /^[0-9]$/],
  ['supply_chain', 7, /^\d{7}$/],
  ['item', 8, /^\d{8}$/],
  ['destination', 9, /^[A-Z0-9]{0,9}$/],
  ['return_flag', 1, /^[0-6]$/],
  ['return_to', 7, /^[A-Z0-9]{0,7}$/],
  ['reserved', 6, /^$/],
] as const

type MarkFields = Record<(typeof FIELDS)[number][0], string> & {
  /** Capitals, digits and spaces. */
  free: string
}

/**
 * The text of a mark from its fields. @throws RangeError when a field has another shape, or the text is too long for the
 * type: an encoder would take it and make a mark that no machine reads
 */
export function markText(fields: MarkFields, type: MarkType): string {
  for (const [name, , shape] of FIELDS)
    if (!shape.test(fields[name])) throw new RangeError(`Not a ${name} of a mark: '${fields[name]}'`)
  const text = FIELDS.map(([name, length]) => fields[name].padEnd(length)).join('') + fields.free
  if (text.length > MARK_TYPES[type].capacity || !/^[A-Z0-9 ]*$/.test(text)) throw new RangeError(`Not a mark: ${text}`)
  return text
}

/**
 * The mark on a label of ours: the fields of a real one, but no country and no supply chain, and the words that it has no
 * value. Its information type is B for franking and A for online postage. No sorting machine takes it for postage, because a real one begins with a postal administration.
 */
export function specimenMark({ test, channel, service, to, from, tracking }: SingleLabel, type: MarkType): string {
  const fields = {
    country: test ? 'TEST' : 'SPEC',
    information: channel === 'franking' ? 'B' : 'A',
    version: '1',
    class: /^[12]/.exec(service)?.[0] ?? '0',
    supply_chain: '0000000',
    item: test ? '00000000' : tracking.slice(2, 10),
    destination: isDomestic(to.country) ? `${compactPostcode(to)}9Z` : 'XY11',
    return_flag: '0',
    return_to: compactPostcode(from),
    reserved: '',
    free: test ? 'TEST PRINT NO VALUE' : 'SPECIMEN NO VALUE',
  }
  return markText(fields, type)
}

/** A postcode without its space; nothing where it has another shape, which the mark allows. */
const compactPostcode = ({ postal_code }: PostalAddress): string =>
  /^[A-Z0-9]{5,7}$/.exec(postal_code.toUpperCase().replaceAll(' ', ''))?.[0] ?? ''
