import type { Printer } from '@postroom/contract/device-messages'
import type { PrintedType } from '@postroom/contract/document'
import type { PrintOffset } from '@postroom/contract/print-offset'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import type { DotPage } from '../documents/pdf-to-dots.ts'
import type { DeviceFault } from '../device-refusal.ts'

/** One document for one printer, downloaded and checked. Sizes in millimetres. */
export interface PrintOrder {
  job_id: string
  kind: PrinterKind
  type: PrintedType
  title: string
  copies: number
  /** Pages times copies. */
  labels: number
  pdf: Uint8Array
  width_mm: number
  height_mm: number
  /** The media to use, by the printer's own name; undefined leaves it to the printer. */
  media: string | undefined
  /** Applies to one media of a printer that gets dots. A printer that reads the document itself ignores it. */
  offset?: PrintOffset | undefined
  /** Receives the first page in dots, as it is sent. A printer that reads the document itself never calls it. */
  onDots?: (page: DotPage, dpi: number) => void
}

/** `printed` only when the printer itself reports it; `unknown` whenever something may have been printed. */
export type PrintOutcome = { state: 'printed' } | { state: 'failed' | 'unknown' | 'cancelled'; fault: DeviceFault }

/** A printer, whatever its protocol. */
export interface PrinterPort {
  id: string
  /** Every address of it; a discovered printer that shares one is the same printer. */
  addresses?: readonly string[]
  /**
   * Its description and status; a printer that does not answer is `offline`. Never throws.
   * @param isChosen false while no kind of document is printed on it here. A printer that status requests disturb while
   * others print on it is then reported as `ready`, without a request and without loaded media
   */
  describe(isChosen?: boolean): Promise<Printer>
  /**
   * Prints and waits for the printer's own report. Never throws for what a printer or a network can do.
   * @param onSpooled the printer has received everything
   * @param signal aborts when somebody cancels
   * @param onPrinted this many pages are certainly out and more follow; not every printer reports it
   * @throws DeviceRefusal when nothing of it was sent
   */
  print(
    order: PrintOrder,
    onSpooled: () => void,
    signal: AbortSignal,
    onPrinted?: (pages: number) => void,
  ): Promise<PrintOutcome>
}
