import path from 'node:path'
import { printerConfigsSchema, type PrinterConfigs } from '@postroom/contract/device-messages'
import { readJsonFile, writeFileDurably } from './durable-file.ts'

/** Before anybody chooses, everything goes to the virtual printer: a first label can be seen without hardware. */
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
  let config = printerConfigsSchema.parse(readJsonFile(file) ?? FIRST)
  return {
    get: () => config,
    set: (changed) => {
      writeFileDurably(file, JSON.stringify(changed))
      config = changed
    },
  }
}
