const WAKING_MS = 180_000
/** The time of a slow inkjet for a sheet. */
const LABEL_MS = 10_000

/**
 * The time a job of so many labels may go without progress before it is given up, with outcome unknown.
 * Many printers count nothing, so the whole job has to fit.
 */
export const printTimeoutMs = (labels: number): number => WAKING_MS + labels * LABEL_MS
