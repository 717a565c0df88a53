import { fieldError } from '@postroom/contract/field-errors'
import type { ShipmentDraft } from '@postroom/contract/shipment'
import { firstUnprintable, type Unprintable } from '@postroom/contract/unprintable'
import { printable, unprintableIn } from '@postroom/documents/pdf/glyphs'
import type { Db } from '../../../db/database.ts'
import { AppError } from '../../../app-error.ts'
import { findCarrierAccount, type CarrierAccount } from '../../accounts/account.store.ts'
import { checkReferences } from './check-references.ts'

/**
 * Checks made before a price is computed: account, references and cost centre belong to the buyer's organisation, and
 * the documents can show every character, including the account's name on the receipt. An unprintable letter is refused
 * before money moves, not after.
 *
 * @returns the account
 * @throws AppError naming the fields
 */
export async function checkDraft(db: Db, organisationId: string, draft: ShipmentDraft): Promise<CarrierAccount> {
  const account = await findCarrierAccount(db, organisationId, draft.by)
  if (!account?.is_active) throw accountNotAllowed()
  if (draft.carrier !== account.carrier_code)
    throw new AppError('invalid_request', { fields: [fieldError('carrier', 'not_allowed')] })
  await checkReferences(db, organisationId, draft)
  const fields = [...textsIn(draft), ['by', account.name] as const].flatMap(([field, text]) => {
    const found = unprintableOf(field, text)
    return found ? [fieldError(field, 'character_not_printable', found)] : []
  })
  if (fields.length > 0) throw new AppError('character_not_printable', { fields })
  return account
}

/** The refusal to pay from an account that is closed or not the organisation's. */
export const accountNotAllowed = (): AppError =>
  new AppError('invalid_request', { fields: [fieldError('by', 'not_allowed')] })

/** The one field with manual line breaks. */
const LINES = 'meta_data.ERA'

/** The first character of a field that the documents cannot show. */
function unprintableOf(field: string, text: string): Unprintable | undefined {
  const missing = unprintableIn([field === LINES ? text.replaceAll('\n', '') : text])
  return missing.length === 0
    ? undefined
    : firstUnprintable(printable(text), (character) => missing.includes(character))
}

/**
 * Every text in the draft with its field name: the database must be able to store fields that no document shows, too.
 */
function textsIn(value: unknown, field = ''): [field: string, text: string][] {
  if (typeof value === 'string') return [[field, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, field === '' ? key : `${field}.${key}`))
}
