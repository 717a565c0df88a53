import { fieldError } from '@postroom/contract/field-errors'
import { pendingIdSchema } from '@postroom/contract/shipment'
import { AppError } from '../app-error.ts'

/** The header `Idempotency-Key`, if present. @throws AppError when it is malformed */
export function idempotencyKeyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const given = pendingIdSchema.safeParse(header)
  if (!given.success) throw new AppError('invalid_request', { fields: [fieldError('idempotency-key', 'invalid')] })
  return given.data
}
