import { ERRORS, type ErrorBody, type ErrorCode, type FieldError } from '@postroom/contract/errors'
import { FIELDS_MAX } from '@postroom/contract/field-errors'

interface More {
  fields?: readonly FieldError[]
  details?: Record<string, string | number>
  /** Whole seconds until the same call may succeed. */
  retryAfterS?: number
  /** Repeats the refusal of an earlier call with the same key. */
  replayed?: boolean
}

/** Leaves a use case with a refusal that the caller can act on; a transaction around it rolls back. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly more: More

  constructor(code: ErrorCode, more: More = {}, options?: ErrorOptions) {
    super(code, options)
    this.name = 'AppError'
    this.code = code
    this.more = more
  }

  get status(): number {
    return ERRORS[this.code].status
  }

  /** The answer's body, or the error of one row of an answer, which has no request of its own. @see spec §3 'Backend error object' */
  body(requestId?: string): ErrorBody {
    const { fields, details } = this.more
    return {
      code: this.code,
      description: ERRORS[this.code].description,
      ...(requestId !== undefined && { request_id: requestId }),
      ...(fields && { fields: fields.slice(0, FIELDS_MAX) }),
      ...(details && { details }),
    }
  }
}
