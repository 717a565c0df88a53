import type { ErrorCode } from '@postroom/contract/errors'
import { fieldError } from '@postroom/contract/field-errors'
import type { Refusal } from '@postroom/domain/refusal'
import { AppError } from '../../../app-error.ts'

/** Refusals of a rule that concern one field of the request, which `details.field` names. */
const OF_A_FIELD = ['goods_prohibited', 'sender_outside_uk'] as const

/** A refusal of the rules as an API error, with its field if it has one. */
export function refusedError({ code, details }: Refusal<ErrorCode>): AppError {
  const fieldCode = OF_A_FIELD.find((one) => one === code)
  const fields = fieldCode && [fieldError(String(details['field']), fieldCode)]
  return new AppError(code, { details, ...(fields && { fields }) })
}
