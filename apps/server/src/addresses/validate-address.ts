import { postalAddressSchema, type AddressText } from '@postroom/contract/address'
import type { FoundAddress, LookupQuery } from '@postroom/contract/address-calls'
import type { FieldError } from '@postroom/contract/errors'
import { fieldError, fieldErrorsOf } from '@postroom/contract/field-errors'
import { normalisePostalCode } from '@postroom/contract/postal-code'
import { correctionOf, type CorrectionStatus, type FieldChange } from '@postroom/domain/catalogue/address-correction'
import { isDomestic } from '@postroom/domain/catalogue/countries'
import { postcodeAreaOf } from '@postroom/domain/catalogue/postcode-areas'
import { internationalPhone } from './international-phone.ts'

/** Looks places up; nothing when no look-up is available. */
type Find = (query: LookupQuery) => Promise<FoundAddress[] | undefined>

interface Validated {
  address: AddressText
  status: CorrectionStatus
  changes: FieldChange<keyof AddressText>[]
  problems: FieldError[]
}

/**
 * Normalises an address and reports what was changed and what is wrong. When the look-up returns the same lines, its
 * spelling wins. A town is never changed because of a postcode alone: it may be a village that the delivery needs.
 */
export async function validateAddress(given: AddressText, find: Find): Promise<Validated> {
  const tidy = tidied(given)
  const problems = problemsOf(tidy)
  const { country, city, postal_code, state_province } = tidy
  const place = { country, city, postal_code, state_province, id: '' }
  const found = problems.length > 0 ? undefined : (await find(place))?.find((row) => hasSameLines(row, tidy))
  const address = found ? spelledAs(found, tidy) : tidy
  const correction = correctionOf(given, address, { hasProblems: problems.length > 0, isFound: found !== undefined })
  return { address, ...correction, problems }
}

/** Single spaces, the country in capitals, postal code and telephone number in their standard form. */
function tidied(given: AddressText): AddressText {
  const spaced = Object.fromEntries(Object.entries(given).map(([field, text]) => [field, text.replaceAll(/ +/g, ' ')]))
  const address = { ...given, ...spaced, country: given.country.toUpperCase() }
  return {
    ...address,
    postal_code: normalisePostalCode(address.country, address.postal_code),
    phone1: internationalPhone(address.phone1, address.country) ?? address.phone1,
  }
}

function problemsOf(address: AddressText): FieldError[] {
  const parsed = postalAddressSchema.safeParse(address, { reportInput: true })
  const problems = parsed.success ? [] : fieldErrorsOf(parsed.error.issues)
  const isFine = (field: keyof AddressText) => problems.every((problem) => problem.field !== field)
  if (isDomestic(address.country) && isFine('postal_code') && !postcodeAreaOf(address.postal_code))
    problems.push(fieldError('postal_code', 'invalid_postcode'))
  if (address.phone1 !== '' && isFine('phone1') && internationalPhone(address.phone1, address.country) === undefined)
    problems.push(fieldError('phone1', 'invalid_phone'))
  return problems
}

/** Whether the street lines are the same apart from line breaks and punctuation. */
const hasSameLines = (row: FoundAddress, given: AddressText): boolean =>
  row.address1 !== '' && bareLines(row) === bareLines(given)

const bareLines = ({ address1, address2, address3 }: Pick<AddressText, 'address1' | 'address2' | 'address3'>): string =>
  [address1, address2, address3]
    .join('')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

function spelledAs({ id: _id, text: _text, ...found }: FoundAddress, given: AddressText): AddressText {
  const { address1, address2, address3, ...place } = found
  const known = Object.fromEntries(Object.entries(place).filter(([, text]) => text !== ''))
  return { ...given, ...known, address1, address2, address3 }
}
