import type { Printer } from '@postroom/contract/device-messages'
import type { PrintedType } from '@postroom/contract/document'
import type { PrintOffset } from '@postroom/contract/print-offset'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import type { DeviceFault } from '../device-refusal.ts'

/** One document for one printer, already fetched and checked. Sizes in millimetres. */
export interface PrintOrder {
  job_id: string
  kind: PrinterKind
  type: PrintedType
  title: string
  copies: number
  /** All that come out: its pages, as often as it is copied. */
  labels: number
  pdf: Uint8Array
  width_mm: number
  height_mm: number
  /** The paper to take, by the printer's own name for it; undefined leaves it to the printer. */
  media: string | undefined
  /** For printers that get dots, and for one paper: on another it is not used. One that reads the document itself does not move it. */
  offset?: PrintOffset | undefined
}

/** `printed` only when the printer itself said so; `unknown` whenever something may have been printed. */
export type PrintOutcome = { state: 'printed' } | { state: 'failed' | 'unknown' | 'cancelled'; fault: DeviceFault }

/** A printer, whatever it speaks. */
export interface PrinterPort {
  id: string
  /** Every address that leads to it; an announced printer with one of them is the same. */
  addresses?: readonly string[]
  /**
   * What it is and how it is now; a printer that does not answer is `offline`. Never throws.
   * @param isChosen false while nobody prints on it from here: one that bears no questions while others print on it is
   * then told as `ready` without being asked, and with nothing in it
   */
  describe(isChosen?: boolean): Promise<Printer>
  /**
   * Prints and waits for the printer's own report. Never throws for what a printer or a network can do.
   * @param onSpooled the printer has taken all of it
   * @param signal somebody wants it cancelled
   * @param onPrinted so many pages have come out for certain, and more follow; not every printer tells
   * @throws DeviceRefusal when nothing of it was sent
   */
  print(
    order: PrintOrder,
    onSpooled: () => void,
    signal: AbortSignal,
    onPrinted?: (pages: number) => void,
  ): Promise<PrintOutcome>
}
