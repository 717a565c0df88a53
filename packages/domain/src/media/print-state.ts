/** Whether the documents of a bought shipment have come out of a printer. `unknown`: they may have. */
export const PRINT_STATES = ['not_printed', 'queued', 'printed', 'unknown'] as const
export type PrintState = (typeof PRINT_STATES)[number]

/** What the last report of a device manager about a job means for its documents. */
const MEANING_OF = {
  queued: 'queued',
  sending: 'queued',
  spooled: 'queued',
  printed: 'printed',
  failed: 'not_printed',
  cancelled: 'not_printed',
  unknown: 'unknown',
} as const satisfies Record<string, PrintState>
type ReportedState = keyof typeof MEANING_OF

/** A print of a document, claimed by a job of a device manager. */
export interface ClaimedPrint {
  /** What the device manager last reported about the job; null: nothing yet. */
  reported: ReportedState | null
  /** The device manager takes the job before this time, or never. */
  expires_at: Date
  /** When the device manager last reported anything; null when it is no longer paired, or never did. */
  device_heard_at: Date | null
}

/** The clocks of servers and hub may differ by this much. */
const SKEW_MS = 5_000
/** A device manager reports at least once a minute. After this silence its open jobs may have been printed or not. */
const SILENCE_MS = 5 * 60_000

/**
 * The print state of one document. One print that came out is enough; otherwise the newest claimed print decides.
 * @param prints oldest first
 */
export function documentPrintState(prints: readonly ClaimedPrint[], now: Date): PrintState {
  if (prints.some(({ reported }) => reported === 'printed')) return 'printed'
  const newest = prints.at(-1)
  if (!newest) return 'not_printed'
  const { reported, expires_at, device_heard_at } = newest
  if (reported === null) return now.getTime() < expires_at.getTime() + SKEW_MS ? 'queued' : 'unknown'
  const isHeard = device_heard_at !== null && now.getTime() - device_heard_at.getTime() < SILENCE_MS
  return MEANING_OF[reported] === 'queued' && !isHeard ? 'unknown' : MEANING_OF[reported]
}

/** The most urgent first: a shipment is printed only when every document to print is. */
const URGENCY = ['not_printed', 'unknown', 'queued'] as const

/** The print state of a shipment, from those of its documents to print. */
export const shipmentPrintState = (documents: readonly PrintState[]): PrintState =>
  URGENCY.find((state) => documents.includes(state)) ?? 'printed'
