import { addressSeenFrom } from '@postroom/documents/label/label-content'
import type { Party } from '@postroom/documents/account/party'
import type { CarrierAccount } from '../features/accounts/account.store.ts'

/** The buyer as named on account documents: the billing address, or the account name alone. */
export function buyerOf({ billing, name }: Pick<CarrierAccount, 'billing' | 'name'>): Party & { address: string[] } {
  if (!billing) return { name, address: [] }
  const { lines, town, country } = addressSeenFrom('GB', billing)
  const [first = name, ...rest] = lines
  return { name: first, address: [...rest, ...town, ...(country === '' ? [] : [country])] }
}
