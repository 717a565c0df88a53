const WAKING_MS = 180_000
/** What a slow inkjet takes for a sheet. */
const LABEL_MS = 10_000

/**
 * For how long a job of so many labels may get no further before it is given up; what came out of it a person must see.
 * Many printers count nothing, so the whole job has to fit.
 */
export const printTimeoutMs = (labels: number): number => WAKING_MS + labels * LABEL_MS
