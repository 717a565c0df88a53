import { CARRIER_CODE, DEFAULT_CARRIER } from '@postroom/domain/catalogue/carriers'
import * as z from 'zod'

/** The code of a carrier. The schema accepts any code; the server knows its carriers. */
export const carrierCode = z.string().regex(CARRIER_CODE)

/** The optional carrier of a request. */
export const carrierOrDefault = carrierCode.default(DEFAULT_CARRIER.code)
