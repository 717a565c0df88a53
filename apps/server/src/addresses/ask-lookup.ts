import type { FoundAddress, LookupQuery } from '@postroom/contract/address-calls'
import type { Log } from '../log.ts'
import { LookupFailed, type AddressLookup } from './address-lookup.ts'

/**
 * Returns nothing when the look-up fails. The failure is logged without the query and blocks nobody from entering an
 * address.
 */
export async function askLookup(
  lookup: AddressLookup,
  query: LookupQuery,
  log: Log,
): Promise<FoundAddress[] | undefined> {
  try {
    return await lookup.find(query)
  } catch (error) {
    if (!(error instanceof LookupFailed)) throw error
    log.warn({ reason: error.reason }, 'address look-up failed')
    return undefined
  }
}
