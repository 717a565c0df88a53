import { toNestErrors } from '@hookform/resolvers'
import { fieldErrorsOf } from '@postroom/contract/field-errors'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type * as z from 'zod'
import { formErrorOf } from './form-error.ts'

/** Validates a form with a schema of the contract, so that browser and server reject a field with the same message. */
export function contractResolver<Values extends FieldValues>(schema: z.ZodType): Resolver<Values> {
  return (values, _context, options) => {
    const parsed = schema.safeParse(values, { reportInput: true })
    if (parsed.success) return { values, errors: {} }
    const found = fieldErrorsOf(parsed.error.issues).map((row) => [row.field, formErrorOf(row, 'contract')])
    return { values: {}, errors: toNestErrors<Values>(Object.fromEntries(found) as FieldErrors, options) }
  }
}
