/** Shape of the code that names a carrier in requests, accounts and the table `carrier`. */
export const CARRIER_CODE = /^[A-Z][A-Z0-9]{1,9}$/

/**
 * The carriers this product comes with. One more is a row here, a row of the table `carrier`, and a port in
 * apps/server/src/carriers/carriers.ts.
 */
export const CARRIERS = [{ code: 'RM', name: 'Royal Mail' }] as const

/** Whom a request means that names no carrier. */
export const DEFAULT_CARRIER = CARRIERS[0]
