import type { ErrorBody, FieldError } from '@postroom/contract/errors'
import { FIELD_CODES } from '@postroom/contract/field-codes'

/**
 * The error body of our server; undefined when a proxy answered instead. Checked by hand, as `errorBodySchema` of the
 * contract would: the sign-in page loads no schemas.
 */
export function errorBodyIn(text: string): ErrorBody | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return isErrorBody(body) ? body : undefined
  } catch {
    return undefined
  }
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  isObject(body) &&
  isText(body['code']) &&
  isText(body['description']) &&
  isAbsentOr(isText, body['request_id']) &&
  isAbsentOr(isFields, body['fields']) &&
  isAbsentOr(isDetails, body['details'])

const isFields = (fields: unknown): boolean => Array.isArray(fields) && fields.every(isFieldError)

const isFieldError = (error: unknown): error is FieldError =>
  isObject(error) &&
  isText(error['field']) &&
  FIELD_CODES.some((code) => code === error['code']) &&
  isText(error['message']) &&
  isAbsentOr(isUnprintable, error['details'])

const isUnprintable = (found: unknown): boolean =>
  isObject(found) && isText(found['character']) && Number.isSafeInteger(found['position'])

const isDetails = (details: unknown): boolean =>
  isObject(details) && Object.values(details).every((fact) => isText(fact) || Number.isFinite(fact))

const isAbsentOr = (is: (value: unknown) => boolean, value: unknown): boolean => value === undefined || is(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
