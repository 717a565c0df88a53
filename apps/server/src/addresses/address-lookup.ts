import type { FoundAddress, LookupQuery } from '@postroom/contract/address-calls'

/** Somebody who knows addresses: this server's own tables (offline-lookup.ts), or a service that is asked (http-lookup.ts). */
export interface AddressLookup {
  /**
   * What goes with the query, most likely first; nothing when it is not known. Fields nobody knows are empty, and a row
   * without `address1` is only a place. @throws LookupFailed when no answer can be had now
   */
  find(query: LookupQuery): Promise<FoundAddress[]>
}

/** The look-up gave no usable answer. Says why in a word, never what was asked: that is somebody's address. */
export class LookupFailed extends Error {
  readonly reason: 'unreachable' | 'refused' | 'too_large' | 'not_understood'

  constructor(reason: LookupFailed['reason']) {
    super(`The address look-up failed: ${reason}`)
    this.name = 'LookupFailed'
    this.reason = reason
  }
}
