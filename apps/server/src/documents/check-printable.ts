import { fieldError } from '@postroom/contract/field-errors'
import { firstUnprintable, type Unprintable } from '@postroom/contract/unprintable'
import { printable, unprintableIn } from '@postroom/documents/pdf/glyphs'
import { AppError } from '../app-error.ts'

/**
 * Checks that documents can show every character of every text in `value`, also of fields that no document shows: the
 * database must be able to store them, too.
 *
 * @throws AppError `character_not_printable`, naming the fields
 */
export function checkPrintable(value: object): void {
  const fields = textsIn(value).flatMap(([field, text]) => {
    const found = unprintableOf(field, text)
    return found ? [fieldError(field, 'character_not_printable', found)] : []
  })
  if (fields.length > 0) throw new AppError('character_not_printable', { fields })
}

/** The one field with manual line breaks. */
const LINES = 'meta_data.ERA'

/** The first character of a field that the documents cannot show. */
function unprintableOf(field: string, text: string): Unprintable | undefined {
  const missing = unprintableIn([field === LINES ? text.replaceAll('\n', '') : text])
  return missing.length === 0
    ? undefined
    : firstUnprintable(printable(text), (character) => missing.includes(character))
}

/** Every text in a value with its field name. */
function textsIn(value: unknown, field = ''): [field: string, text: string][] {
  if (typeof value === 'string') return [[field, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, field === '' ? key : `${field}.${key}`))
}
