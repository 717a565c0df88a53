import type { PrinterPort } from './printer.ts'

/** A source of printers: a system, a network or a port. Each has its folder here and its row in `printer-sources.ts`. */
export interface PrinterSource {
  /**
   * The printers there now, asked every few seconds. A printer is known by its id: the first port with an id stays, so a
   * source may return new ports each time. A source that throws lists nothing and keeps no other source from listing.
   */
  printers(): Promise<readonly PrinterPort[]>
  /** Leaves out a printer that is already listed under another id, as far as both addresses show. */
  omitsDuplicates?: true
  /** Releases what the source holds: timers, sockets, handles. */
  stop?(): void
}

/** Printers that are there from the start, such as those in the settings. */
export const fixedPrinters = (ports: readonly PrinterPort[]): PrinterSource => ({ printers: async () => ports })
