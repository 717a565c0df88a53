import type { ReportedPrinter } from '@postroom/contract/device-report'
import type { WatchedPrinter } from '../../db/tables/hubs.ts'

/** Time to load paper or close a cover before managers are notified. */
const NOTIFIED_AFTER_MS = 600_000

/** Printers are turned off overnight, and one that cools down resumes by itself: neither needs anybody. */
const EXPECTED = ['printer_offline', 'printer_cooling']

/**
 * The printers of a report, with what was known of each: an error that is still there keeps its start, and is due once it
 * has lasted ten minutes. A printer that can print again forgets its error.
 */
export function watchPrinters(known: readonly WatchedPrinter[], reported: readonly ReportedPrinter[], now: Date) {
  const printers = reported.map((printer): WatchedPrinter => {
    if (printer.error_code === undefined) return printer
    const before = known.find(({ id }) => id === printer.id)
    const isSame = before?.error_code === printer.error_code
    const since = (isSame ? before?.since : undefined) ?? now.toISOString()
    const isDue = now.getTime() - Date.parse(since) >= NOTIFIED_AFTER_MS && !EXPECTED.includes(printer.error_code)
    return { ...printer, since, ...((isDue || (isSame && before?.notified)) && { notified: true }) }
  })
  const due = printers.filter(({ id, notified, since }) => {
    const before = known.find((printer) => printer.id === id)
    return notified && !(before?.notified && before.since === since)
  })
  return { printers, due }
}
