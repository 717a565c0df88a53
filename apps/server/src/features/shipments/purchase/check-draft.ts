import { fieldError } from '@postroom/contract/field-errors'
import type { ShipmentDraft } from '@postroom/contract/shipment'
import type { Db } from '../../../db/database.ts'
import { AppError } from '../../../app-error.ts'
import { checkPrintable } from '../../../documents/check-printable.ts'
import { findCarrierAccount, type CarrierAccount } from '../../accounts/account.store.ts'
import { checkReferences } from './check-references.ts'

/**
 * Checks made before a price is computed: account, references and cost centre belong to the buyer's organisation, and
 * the documents can show every character: an unprintable letter is refused before money moves, not after. Those of the
 * account are checked when it is opened and changed.
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
  checkPrintable(draft)
  return account
}

/** The refusal to pay from an account that is closed or not the organisation's. */
export const accountNotAllowed = (): AppError =>
  new AppError('invalid_request', { fields: [fieldError('by', 'not_allowed')] })
