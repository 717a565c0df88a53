/** Shape of the code that names a carrier in requests, accounts and the table `carrier`. */
export const CARRIER_CODE = /^[A-Z][A-Z0-9]{1,9}$/

/**
 * The carriers of this product. A new carrier needs a row here, a row in the table `carrier`, and a port in
 * apps/server/src/carriers/carriers.ts.
 */
export const CARRIERS = [{ code: 'RM', name: 'Royal Mail' }] as const

/** The carrier of a request that names none. */
export const DEFAULT_CARRIER = CARRIERS[0]
