import path from 'node:path'
import { printerConfigSchema, printerConfigsSchema, type PrinterConfigs } from '@postroom/contract/device-messages'
import { offsetSchema } from '@postroom/contract/print-offset'
import { PRINTER_KINDS } from '@postroom/domain/catalogue/packaging'
import { MEDIA_OF_FORMAT } from '@postroom/domain/media/paper-formats'
import * as z from 'zod'
import { readJsonFile, writeFileDurably } from './durable-file.ts'

/** The default: everything goes to the virtual printer, so that a first label needs no hardware. */
const FIRST: PrinterConfigs = {
  mailing: { printerId: 'virtual', defaultOrSpecific: 'default', paperFormat: '4x6' },
  shipping: { printerId: 'virtual', defaultOrSpecific: 'default', paperFormat: '4x6' },
  form: { printerId: 'virtual', defaultOrSpecific: 'default', paperFormat: 'A4' },
}

/** Which printer prints which kind of document; survives restarts. */
export interface PrinterConfigStore {
  get(): PrinterConfigs
  set(config: PrinterConfigs): void
}

export function printerConfigStore(folder: string): PrinterConfigStore {
  const file = path.join(folder, 'printers.json')
  const kept = readJsonFile(file)
  let config = kept === undefined ? FIRST : configIn(kept)
  return {
    get: () => config,
    set: (changed) => {
      writeFileDurably(file, JSON.stringify(changed))
      config = changed
    },
  }
}

/** Whether a kind of document is printed on this printer. */
export const isChosenIn = (config: PrinterConfigs, printerId: string): boolean =>
  Object.values(config).some((chosen) => chosen?.printerId === printerId)

const KEPT = z.partialRecord(
  z.enum(PRINTER_KINDS),
  printerConfigSchema.extend({ offset_x_mm: offsetSchema.optional(), offset_y_mm: offsetSchema.optional() }),
)

/** A file from before offsets belonged to media has one offset: it becomes that of the media that the format names. */
function configIn(kept: unknown): PrinterConfigs {
  const kinds = Object.entries(KEPT.parse(kept)).map(([kind, row]) => {
    const { offset_x_mm: x_mm, offset_y_mm: y_mm, ...config } = row
    if (x_mm === undefined && y_mm === undefined) return [kind, config]
    const media = MEDIA_OF_FORMAT[config.paperFormat][0]
    return [kind, { ...config, offsets: [{ printerId: config.printerId, ...media, x_mm, y_mm }] }]
  })
  return printerConfigsSchema.parse(Object.fromEntries(kinds))
}
