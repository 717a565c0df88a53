import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { formErrorOf } from './form-error.ts'
import { ApiError } from '../api/api-error.ts'
import { announceFailure } from '../api/query-client.ts'

/** Shows a refusal of the server at its fields, the first of them focused; any other failure as a notification. */
export function showRefusal<Values extends FieldValues>({ setError }: UseFormReturn<Values>, error: unknown): void {
  const fields = error instanceof ApiError ? error.fields : []
  for (const [at, field] of fields.entries())
    setError(field.field as FieldPath<Values>, formErrorOf(field, 'server'), { shouldFocus: at === 0 })
  if (fields.length === 0) announceFailure(error)
}
