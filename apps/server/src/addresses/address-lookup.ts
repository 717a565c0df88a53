import type { FoundAddress, LookupQuery } from '@postroom/contract/address-calls'

/** A source of addresses: this server's own tables (offline-lookup.ts), or an HTTP service (http-lookup.ts). */
export interface AddressLookup {
  /**
   * The addresses that match the query, most likely first; an empty list when there are none. Unknown fields are empty,
   * and a row without `address1` is only a place. @throws LookupFailed when no answer is available now
   */
  find(query: LookupQuery): Promise<FoundAddress[]>
}

/** The look-up returned no usable answer. Gives a one-word reason, never the query: a query is somebody's address. */
export class LookupFailed extends Error {
  readonly reason: 'unreachable' | 'refused' | 'too_large' | 'not_understood'

  constructor(reason: LookupFailed['reason']) {
    super(`The address look-up failed: ${reason}`)
    this.name = 'LookupFailed'
    this.reason = reason
  }
}
