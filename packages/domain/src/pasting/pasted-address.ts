import { isBfpoNumber } from '../catalogue/postcode.ts'
import { placeIn } from './place.ts'
import { contactsIn } from './contacts.ts'
import { linesOf } from './lines.ts'
import { isCompany, isStreet } from './kinds-of-line.ts'

/** The fields of an address as pasted; unknown fields are empty. */
export interface PastedAddress {
  name: string
  company_name: string
  address1: string
  address2: string
  address3: string
  city: string
  state_province: string
  postal_code: string
  country: string
  phone1: string
  email: string
}

export interface Pasted {
  address: PastedAddress
  /** Fields that were guessed, or are needed and were not found. */
  uncertain: (keyof PastedAddress)[]
}

/**
 * Splits a whole address, on one line or several, into its fields. Every word of it ends up in some field. @param
 * country where the address is when it does not say
 */
export function parseAddress(text: string, country: string): Pasted {
  const { lines, phone1, email } = contactsIn(linesOf(text))
  const place = placeIn(lines, country)
  const people = peopleIn(place.rest)
  const { rest: _rest, uncertain, ...where } = place
  const isForces = people.rest.length === 0 && isBfpoNumber(where.city)
  // the number of a forces post office is street and town; both fields must be filled in
  const [address1 = '', address2 = '', ...more] = isForces ? [where.city] : people.rest
  return {
    address: {
      ...people.found,
      address1,
      address2,
      address3: more.join(', '),
      ...where,
      ...(isForces && { city: 'BFPO' }),
      phone1,
      email,
    },
    uncertain: [
      ...people.uncertain,
      ...(address1 === '' ? (['address1'] as const) : []),
      ...(more.length > 1 ? (['address3'] as const) : []),
      ...uncertain,
    ],
  }
}

/** Whether a text on one line reads as a whole address, not as the name of somebody. */
export const isWholeAddress = (text: string): boolean => linesOf(text).length > 2

/** A line that names the person: 'FAO Siân Pugh', 'Attn: Siân Pugh'. */
const ATTENTION =
  /^(?:f\.?a\.?o\.?|attn\.?|att\.?|attention|for the attention of|à l['’]attention de|z\.? ?hd\.?|z\. ?h\.)(?::|\s)\s*/i

/** Splits the lines above the town into addressee and street. */
function peopleIn(lines: readonly string[]): {
  found: Pick<PastedAddress, 'name' | 'company_name'>
  rest: string[]
  uncertain: ('name' | 'company_name' | 'address1')[]
} {
  const named = lines.find((line) => ATTENTION.test(line))
  const others = lines.filter((line) => line !== named)
  // a first line without a number names somebody, even 'Lee Park'
  const street = others.findIndex((line, index) => isStreet(line) && (index > 0 || /\d/.test(line)))
  // with neither a number nor a word for a street, the second line is taken as one
  const top = street >= 0 ? others.slice(0, Math.min(street, 2)) : others.slice(0, 1)
  const rest = others.slice(top.length)
  const [first = '', second = ''] = top
  const isGuess = street < 0 && rest.length > 0 ? (['address1'] as const) : []
  if (named !== undefined) {
    const found = { name: named.replace(ATTENTION, ''), company_name: first }
    return { found, rest: [...(second ? [second] : []), ...rest], uncertain: [...isGuess] }
  }
  if (first === '') return { found: { name: '', company_name: '' }, rest, uncertain: ['name', ...isGuess] }
  if (second === '') {
    const found = isCompany(first) ? { name: '', company_name: first } : { name: first, company_name: '' }
    const isOdd = found.name !== '' && isStreet(first)
    return { found, rest, uncertain: [...(isOdd ? (['name'] as const) : []), ...isGuess] }
  }
  const isSwapped = isCompany(first) && !isCompany(second)
  const [name, company_name] = isSwapped ? [second, first] : [first, second]
  return { found: { name, company_name }, rest, uncertain: isCompany(company_name) ? [] : ['company_name'] }
}
