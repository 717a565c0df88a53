import { fieldError } from '@postroom/contract/field-errors'
import type { ShipmentDraft } from '@postroom/contract/shipment'
import { unprintableIn } from '@postroom/documents/glyphs'
import type { Db } from '../../db/database.ts'
import { AppError } from '../../http/app-error.ts'
import { findCarrierAccount, type CarrierAccount } from '../accounts/account.store.ts'
import { checkReferences } from './check-references.ts'

/**
 * What must hold before a price is worth working out: account, references and cost centre are the buyer's organisation's, and the papers can
 * show every character, those of the account's name on the receipt too. A letter that cannot be printed is refused before money
 * moves, not after.
 *
 * @returns the account
 * @throws AppError naming the fields
 */
export async function checkDraft(db: Db, organisationId: string, draft: ShipmentDraft): Promise<CarrierAccount> {
  const account = await findCarrierAccount(db, organisationId, draft.by)
  if (!account?.is_active) throw new AppError('invalid_request', { fields: [fieldError('by', 'not_allowed')] })
  await checkReferences(db, organisationId, draft)
  const unprintable = [...textsIn(draft), ['by', account.name] as const].filter(
    ([, text]) => unprintableIn([text]).length > 0,
  )
  if (unprintable.length > 0)
    throw new AppError('character_not_printable', {
      fields: unprintable.map(([field]) => fieldError(field, 'character_not_printable')),
    })
  return account
}

/** The one field whose lines are broken by hand. */
const LINES = 'meta_data.ERA'

/** Every text in the draft with the name of its field: what no paper shows may not harm the database either. */
function textsIn(value: unknown, field = ''): [field: string, text: string][] {
  if (typeof value === 'string') return [[field, field === LINES ? value.replaceAll('\n', '') : value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, field === '' ? key : `${field}.${key}`))
}
