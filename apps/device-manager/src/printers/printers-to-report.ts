import type { Printer, PrinterConfigs } from '@postroom/contract/device-messages'
import { isOfFormat, PAPER_FORMATS } from '@postroom/domain/media/paper-formats'
import { rowsThatFit } from '../connection/message-size.ts'
import { isChosenIn } from '../printer-config.ts'
import { printableName } from './printable-name.ts'

/** A printer as it is reported: its name on one line, and only the media used for labels and forms. */
export const inBrief = (printer: Printer): Printer => ({
  ...printer,
  name: printableName(printer.name) || printableName(printer.id),
  media: printer.media.filter((media) => PAPER_FORMATS.some((format) => isOfFormat(media, format))),
})

/** As many printers as fit into one message beside `others`; chosen printers come first. */
export function printersToReport(
  printers: readonly Printer[],
  config: PrinterConfigs,
  others: unknown = {},
): Printer[] {
  const isChosen = ({ id }: Printer) => isChosenIn(config, id)
  const chosenFirst = [...printers.filter(isChosen), ...printers.filter((printer) => !isChosen(printer))]
  const reported = new Set(rowsThatFit(chosenFirst, others))
  return printers.filter((printer) => reported.has(printer))
}
