import { fieldError } from '@postroom/contract/field-errors'
import type { ShipmentDraft } from '@postroom/contract/shipment'
import { unprintableIn } from '@postroom/documents/glyphs'
import type { Db } from '../../db/database.ts'
import { AppError } from '../../http/app-error.ts'
import { findCarrierAccount } from '../accounts/account.store.ts'

/**
 * What must hold before a price is worth working out: the account belongs to the buyer's organisation, and the label can
 * show every character. A letter that cannot be printed is refused before money moves, not after.
 *
 * @throws AppError naming the fields
 */
export async function checkDraft(db: Db, organisationId: string, draft: ShipmentDraft): Promise<void> {
  const account = await findCarrierAccount(db, organisationId, draft.by)
  if (!account?.is_active) throw new AppError('invalid_request', { fields: [fieldError('by', 'not_allowed')] })
  const unprintable = printedTexts(draft).filter(([, text]) => unprintableIn([text]).length > 0)
  if (unprintable.length > 0)
    throw new AppError('character_not_printable', {
      fields: unprintable.map(([field]) => fieldError(field, 'character_not_printable')),
    })
}

/** Everything a person typed that the label shows, with the name of its field. */
function printedTexts({ to, from, references }: ShipmentDraft): [field: string, text: string][] {
  const lines = (name: string, address: typeof to): [string, string][] =>
    Object.entries(address).map(([field, text]) => [`${name}.${field}`, text])
  return [
    ...lines('to', to),
    ...lines('from', from),
    ...references.map((text, index): [string, string] => [`references.${index}`, text]),
  ]
}
