import type { PostalAddress } from '@postroom/contract/address'
import { isDomestic } from '@postroom/domain/catalogue/countries'
import type { SingleLabel } from './label-content.ts'

/**
 * The types of Royal Mail's Data Matrix mark, with the modules and capacity in characters. Type 7 is left out: its six free
 * characters are too few to mark a specimen. Source: the encoder of the zint project.
 */
export const MARK_TYPES = {
  /** A square. */
  9: { version: '32x32', capacity: 90 },
  /** A strip, for narrow labels. */
  29: { version: '16x48', capacity: 70 },
} as const
export type MarkType = keyof typeof MARK_TYPES

/** The fields of the mark in order, each padded with spaces to its fixed length. Free text follows. */
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
 * Builds the text of a mark. @throws RangeError when a field is malformed or the text is too long for the type: the
 * encoder would accept it and produce a mark that no machine can read
 */
export function markText(fields: MarkFields, type: MarkType): string {
  for (const [name, , shape] of FIELDS)
    if (!shape.test(fields[name])) throw new RangeError(`Not a ${name} of a mark: '${fields[name]}'`)
  const text = FIELDS.map(([name, length]) => fields[name].padEnd(length)).join('') + fields.free
  if (text.length > MARK_TYPES[type].capacity || !/^[A-Z0-9 ]*$/.test(text)) throw new RangeError(`Not a mark: ${text}`)
  return text
}

/**
 * Builds the text of a specimen mark. It has the fields of a real mark, without country and supply chain, and says that it
 * has no value. The information type is B for franking and A for online postage. Sorting machines do not accept it as
 * postage, because real marks begin with the code of a postal administration.
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

/** A postcode without its space, or '' for any other shape; the mark allows an empty field. */
const compactPostcode = ({ postal_code }: PostalAddress): string =>
  /^[A-Z0-9]{5,7}$/.exec(postal_code.toUpperCase().replaceAll(' ', ''))?.[0] ?? ''
