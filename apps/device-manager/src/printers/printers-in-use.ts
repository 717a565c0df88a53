import type { Printer, PrinterConfigs } from '@postroom/contract/device-messages'
import type { ReportedPrinter } from '@postroom/contract/device-report'
import { PRINTER_KINDS } from '@postroom/domain/catalogue/packaging'
import { faultOfReasons } from './printer-reasons.ts'

const NAME_MAX_CHARS = 120

/** The printers that a kind of document is printed on, for the server, with why one cannot print now. One that is gone is left out. */
export const printersInUse = (printers: readonly Printer[], config: PrinterConfigs): ReportedPrinter[] =>
  printers.flatMap(({ id, name, state, reasons }) => {
    const kinds = PRINTER_KINDS.filter((kind) => config[kind]?.printerId === id)
    if (kinds.length === 0) return []
    const error_code = state === 'offline' ? 'printer_offline' : state === 'stopped' && faultOfReasons(reasons).code
    return { id, name: name.slice(0, NAME_MAX_CHARS) || id, kinds, ...(error_code && { error_code }) }
  })
