import type { FieldError, FieldErrors } from 'react-hook-form'
import { addressNames } from './address-names.ts'
import type { ShippingForm } from './shipping-form.ts'

/** One refused field: its name in the form, and its error (forms/form-error.ts). */
export interface Problem {
  name: string
  error: Pick<FieldError, 'message' | 'types'>
}

/** The refused fields of the form in page order. */
export function problemsOf(errors: FieldErrors<ShippingForm>): Problem[] {
  const found = leavesOf(errors, '')
  return found.toSorted((a, b) => placeOf(a.name) - placeOf(b.name))
}

function leavesOf(errors: object, path: string): Problem[] {
  return Object.entries(errors).flatMap(([key, value]: [string, unknown]) => {
    if (!value || typeof value !== 'object' || key === 'ref') return []
    const name = path === '' ? key : `${path}.${key}`
    if ('message' in value && typeof value.message === 'string') return [{ name, error: value as Problem['error'] }]
    return leavesOf(value, name)
  })
}

const ORDER: readonly string[] = [
  ...addressNames('to'),
  'to',
  ...addressNames('from'),
  'from',
  'packaging',
  'weight',
  'length',
  'width',
  'height',
  'customs',
  'service',
  'compensation',
  'amount',
]
const placeOf = (name: string): number => {
  const place = ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.indexOf(name.split('.')[0] ?? '')
  return place === -1 ? ORDER.length : place
}
