import type { Carriers } from '../../../carriers/carriers.ts'

/** Time limits of a purchase's steps, in milliseconds. The carrier's own time-out belongs to its port. */
export interface PurchaseTimings {
  /**
   * How long a purchase belongs to the process that began it. Longer than any carrier's time-out, or the settler would
   * race that process.
   */
  lease_ms: number
  /** How long a caller waits for a purchase in flight before the answer is to ask again. */
  wait_ms: number
  /** How often the settler looks for purchases with expired leases. */
  settle_every_ms: number
}

interface WithTimings {
  carriers: Carriers
  settings: { purchaseTimings?: PurchaseTimings }
}

/** From the time-out of the slowest carrier to the end of a lease. */
const LEASE_MARGIN_MS = 2_000

/** The default timings, where the settings name no others. */
export const timingsOf = ({ carriers, settings }: WithTimings): PurchaseTimings =>
  settings.purchaseTimings ?? {
    lease_ms: Math.max(...Object.values(carriers).map(({ timeout_ms }) => timeout_ms)) + LEASE_MARGIN_MS,
    wait_ms: 10_000,
    settle_every_ms: 500,
  }
