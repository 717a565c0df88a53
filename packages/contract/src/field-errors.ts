import type * as z from 'zod'
import type { FieldError } from './errors.ts'
import type { FieldCode } from './field-codes.ts'
import type { Unprintable } from './unprintable.ts'

type Issue = z.core.$ZodIssue

const FIELD_MESSAGES: Record<FieldCode, string> = {
  required: 'Fill this in.',
  invalid_type: 'This value is not valid here.',
  too_small: 'This is too small.',
  too_big: 'This is too big.',
  too_long: 'This is too long.',
  not_allowed: 'This is not one of the allowed values.',
  unknown_field: 'This field is unknown.',
  invalid_postcode: 'This is not a United Kingdom postcode.',
  bfpo_number: 'Give the postcode of this BFPO number: BF1 and three more characters.',
  postcode_elsewhere: 'The postcode does not belong to this country.',
  invalid_email: 'This is not an e-mail address.',
  password_too_short: 'A password has at least 8 characters.',
  password_too_common: 'This password is too easy to guess.',
  password_wrong: 'This is not your current password.',
  invalid_date: 'This date does not exist.',
  invalid_weight: 'This is not a weight above zero.',
  invalid_length: 'This is not a length above zero.',
  invalid_amount: 'This is not an amount of money.',
  invalid_postal_code: 'This is not a postal code of that country.',
  invalid_phone: 'This is not a telephone number.',
  invalid_country: 'This is not the code of a country.',
  invalid_hs_code: 'An HS code has 6 to 10 digits.',
  unknown_hs_heading: 'No HS code begins with these four digits.',
  goods_prohibited: 'The carrier does not carry these goods to this destination.',
  sender_outside_uk: 'The sender must be in the United Kingdom.',
  invalid_eori: 'An EORI number is GB or XI and 12 or 15 digits.',
  invalid_ioss: 'An IOSS number is IM and 10 digits.',
  ioss_not_usable: 'An IOSS number is used only for goods of up to €150 to the European Union.',
  description_too_vague:
    'Say what it is and what it is made of. Not “gift” or “clothes”, but for example “men’s cotton shirt”.',
  value_too_low: 'Give the true value. Customs reject a value of 0.',
  heavier_than_parcel: 'The items weigh more than the parcel.',
  does_not_fit: 'This is too long for the document.',
  name_or_company_required: 'Give a name or a company.',
  character_not_printable: 'Documents cannot show one of these characters.',
  already_used: 'This is already used by another one.',
  invalid: 'This is not valid.',
}

interface Finding {
  code: FieldCode
  /** For `character_not_printable`: the character and its position. */
  details?: Unprintable | undefined
}

/** Gives the issue of a `refine` one of our codes: `{ params: fieldCode('invalid_postcode') }`. */
export const fieldCode = (code: FieldCode, details?: Unprintable) => ({ code, details }) satisfies Finding

/** The field code of a schema issue. */
function codeOf(issue: Issue): FieldCode {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'required' : 'invalid_type'
    case 'too_small':
      return issue.origin === 'string' ? 'required' : 'too_small'
    case 'too_big':
      return issue.origin === 'string' ? 'too_long' : 'too_big'
    case 'unrecognized_keys':
      return 'unknown_field'
    case 'invalid_value':
      return issue.input === undefined ? 'required' : 'not_allowed'
    case 'custom':
      return (issue.params as Partial<Finding> | undefined)?.code ?? 'invalid'
    case 'invalid_format':
      return issue.format === 'email' ? 'invalid_email' : 'invalid'
    default:
      return 'invalid'
  }
}

/** Limits on the names and the number of fields in a response, because the caller chooses both. */
const NAME_MAX_CHARS = 100
export const FIELDS_MAX = 100

/** Builds a field error with an English message. Names longer than `NAME_MAX_CHARS` are cut. */
export const fieldError = (field: string, code: FieldCode, details?: Unprintable): FieldError => ({
  field: field.slice(0, NAME_MAX_CHARS),
  code,
  message: details
    ? `The label cannot show the character ${details.character} at position ${details.position}.`
    : FIELD_MESSAGES[code],
  ...(details && { details }),
})

/**
 * Turns schema issues into field errors: one for each field and unknown key, in order, at most `FIELDS_MAX`. It reads no
 * more issues than it reports, so the time is bounded. Parse with `{ reportInput: true }`; otherwise a missing field looks
 * like an invalid one.
 */
export function fieldErrorsOf(issues: Iterable<Issue>): FieldError[] {
  const found = new Map<string, FieldError>()
  for (const { field, code, details } of refusedIn(issues)) {
    if (!found.has(field)) found.set(field, fieldError(field, code, details))
    if (found.size === FIELDS_MAX) break
  }
  return [...found.values()]
}

function* refusedIn(issues: Iterable<Issue>): Generator<Finding & { field: string }> {
  for (const issue of issues) {
    const path = issue.path.map(String)
    const code = codeOf(issue)
    const details = issue.code === 'custom' ? (issue.params as Partial<Finding> | undefined)?.details : undefined
    if (issue.code !== 'unrecognized_keys') yield { field: path.join('.'), code, details }
    else for (const key of issue.keys) yield { field: [...path, key].join('.'), code }
  }
}
