import { CARRIER_CODE, DEFAULT_CARRIER } from '@postroom/domain/catalogue/carriers'
import * as z from 'zod'

/** A carrier by its code. Open: which carriers there are is known to the server, not to the wire. */
export const carrierCode = z.string().regex(CARRIER_CODE)

/** The carrier of a request that may leave it out. */
export const carrierOrDefault = carrierCode.default(DEFAULT_CARRIER.code)
