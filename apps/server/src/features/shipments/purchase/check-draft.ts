import { fieldError } from '@postroom/contract/field-errors'
import type { ShipmentDraft } from '@postroom/contract/shipment'
import type { Db } from '../../../db/database.ts'
import { AppError } from '../../../app-error.ts'
import { checkPrintable } from '../../../documents/check-printable.ts'
import { spendingAccountsAmong, type SpendingAccount } from '../../accounts/account.store.ts'
import { withPriceLists, type ListOn } from '../../contract-prices/price-lists.rule.ts'
import { checkReferences, referenceRules, type ReferenceRules } from './check-references.ts'

/** An account that pays, with its price lists. */
type PricedAccount = SpendingAccount & { listOn: ListOn }

/** What drafts of one organisation are checked against. */
export interface DraftRules extends ReferenceRules {
  /** Those of the named accounts that the organisation has. */
  accounts: readonly PricedAccount[]
}

/** The rules for these drafts, read with the same few queries however many there are. */
export async function draftRules(
  db: Db,
  organisationId: string,
  drafts: readonly ShipmentDraft[],
): Promise<DraftRules> {
  const named = [...new Set(drafts.map(({ by }) => by))]
  const [accounts, rules] = await Promise.all([
    spendingAccountsAmong(db, organisationId, named),
    referenceRules(db, organisationId, drafts),
  ])
  const days = [...new Set(drafts.map(({ shipping_date }) => shipping_date))]
  return { accounts: await withPriceLists(db, accounts, days), ...rules }
}

/**
 * Checks made before a price is computed: account, references and cost centre belong to the buyer's organisation, and
 * the documents can show every character: an unprintable letter is refused before money moves, not after. Those of the
 * account are checked when it is opened and changed.
 *
 * @returns the account
 * @throws AppError naming the fields
 */
export function checkDraft(rules: DraftRules, draft: ShipmentDraft): PricedAccount {
  const account = rules.accounts.find(({ id }) => id === draft.by)
  if (!account?.is_active) throw accountNotAllowed()
  if (draft.carrier !== account.carrier_code)
    throw new AppError('invalid_request', { fields: [fieldError('carrier', 'not_allowed')] })
  checkReferences(rules, draft)
  checkPrintable(draft)
  return account
}

/** The refusal to pay from an account that is closed or not the organisation's. */
export const accountNotAllowed = (): AppError =>
  new AppError('invalid_request', { fields: [fieldError('by', 'not_allowed')] })
