/** How long the parts of a purchase may take, in milliseconds. */
export interface PurchaseTimings {
  /** After this the carrier's answer counts as unknown. */
  carrier_ms: number
  /** How long a purchase belongs to the process that began it. Longer than `carrier_ms`, or the settler would race it. */
  lease_ms: number
  /** How long a caller waits for a purchase under way before it is told to ask again. */
  wait_ms: number
  /** How often the settler looks for purchases whose lease has passed. */
  settle_every_ms: number
}

const PURCHASE_TIMINGS: PurchaseTimings = {
  carrier_ms: 3_000,
  lease_ms: 5_000,
  wait_ms: 10_000,
  settle_every_ms: 500,
}

/** The usual timings, unless the settings say otherwise. */
export const timingsOf = ({ settings }: { settings: { purchaseTimings?: PurchaseTimings } }): PurchaseTimings =>
  settings.purchaseTimings ?? PURCHASE_TIMINGS
