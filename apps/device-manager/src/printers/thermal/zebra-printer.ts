import type { PrinterPort } from '../printer.ts'
import { reasonNotOpened } from '../printer-connection.ts'
import { faultOfReasons } from '../printer-reasons.ts'
import { aboutSetting } from './describe-label-printer.ts'
import { labelPrinter, type LabelPrinterLimits } from './label-printer.ts'
import type { LabelPrinter } from './label-setting.ts'
import { talkOver } from './talk.ts'
import { zebraReadsZpl } from './zpl-status.ts'

const ANSWER_MS = 2_000

/**
 * A printer of Zebra whose language is not announced. It is asked for its languages before it gets anything: a printer in another
 * language prints a status request as a label.
 */
export function zebraPrinter(printer: LabelPrinter, changed: Partial<LabelPrinterLimits> = {}): PrinterPort {
  const port = labelPrinter(printer, changed)
  let readsZpl = false

  /** Why it cannot be printed on; none when it reads ZPL. */
  async function reasonAgainst(): Promise<string | undefined> {
    if (readsZpl) return undefined
    try {
      const connection = await printer.open()
      readsZpl = await zebraReadsZpl(talkOver(connection, changed.statusMs ?? ANSWER_MS)).finally(() =>
        connection.close(),
      )
      return readsZpl ? undefined : 'printer-setting-missing'
    } catch (error) {
      return reasonNotOpened(error)
    }
  }

  return {
    ...port,
    describe: async (isChosen) => {
      const reason = await reasonAgainst()
      if (reason === undefined) return port.describe(isChosen)
      return { ...aboutSetting(printer), state: reason === 'offline' ? 'offline' : 'stopped', reasons: [reason] }
    },
    print: async (...order) => {
      const reason = await reasonAgainst()
      return reason === undefined ? port.print(...order) : { state: 'failed', fault: faultOfReasons([reason]) }
    },
  }
}
