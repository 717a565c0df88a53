// Written by `npm run tariffs` from packages/domain/figures; do not edit.
import type { PriceList } from '../price-row.ts'
import { ONLINE_2026_04_07 } from './online-2026-04-07.ts'
import { POST_OFFICE_2025_10_06 } from './post-office-2025-10-06.ts'
import { POST_OFFICE_2026_04_07 } from './post-office-2026-04-07.ts'
import { FRANKING_2026_04_07 } from './franking-2026-04-07.ts'

/** Every price list, by channel and from old to new. A list that has sold anything stays: purchases name it. */
export const PRICE_LISTS: readonly PriceList[] = [
  ONLINE_2026_04_07,
  POST_OFFICE_2025_10_06,
  POST_OFFICE_2026_04_07,
  FRANKING_2026_04_07,
]
