import * as z from 'zod'
import type { PrinterConnection } from '../printer-connection.ts'
import { EPL } from './epl.ts'
import type { LabelLanguage, LabelSetting } from './language.ts'
import { STOCK_SIZES } from './stock.ts'
import { TSPL } from './tspl.ts'
import { ZPL } from './zpl.ts'

export const LANGUAGES = { zpl: ZPL, tspl: TSPL, epl: EPL } as const satisfies Record<string, LabelLanguage>

/** A printer as its connection and the person's settings describe it. */
export interface LabelPrinterSetting extends LabelSetting {
  language: LabelLanguage
  /** Dots per inch; undefined asks the printer. */
  dpi?: number | undefined
  /** The name of the loaded stock; undefined leaves it to the preferences. */
  size?: string | undefined
  /** `off`: the printer is not asked for its status. */
  status?: 'off' | undefined
}

export interface LabelPrinter {
  id: string
  /** Its location, shown to users: `USB` with its serial number, or its address. */
  place: string
  addresses?: readonly string[]
  /** @throws Error whose `code` is one of the system */
  open: () => Promise<PrinterConnection>
  setting: LabelPrinterSetting
}

/** Where a printer of the settings is. */
export type LabelPrinterPlace = { host: string; port: number } | { usb: string } | { queue: string }

const RAW_PORT = 9100

const parameters = z.strictObject({
  dpi: z.enum(['203', '300', '600']).transform(Number).optional(),
  stock: z.enum(['gap', 'mark', 'continuous']).optional(),
  method: z.enum(['direct', 'ribbon']).optional(),
  size: z.enum(STOCK_SIZES.map(({ name }) => name)).optional(),
  reprint: z.literal('off').optional(),
  status: z.literal('off').optional(),
})

/**
 * A printer of `POSTROOM_LABEL_PRINTERS`: `zpl://192.0.2.7:9100?dpi=203` in the network, `tspl:usb/SERIAL?dpi=203` at a USB
 * port, `epl:QUEUE?dpi=203` behind a queue of this computer. @throws Error whose message is shown at the terminal
 */
export function labelPrinterSetting(address: string): { place: LabelPrinterPlace; setting: LabelPrinterSetting } {
  const { protocol, hostname, port, pathname, searchParams } = new URL(address)
  const language = Object.values(LANGUAGES).find(({ name }) => `${name}:` === protocol)
  const parsed = parameters.safeParse(Object.fromEntries(searchParams))
  if (!language || !parsed.success) throw new Error(`${address}: ${words(parsed.error) || 'not a label printer'}`)
  const place = placeOf(hostname.replaceAll(/[[\]]/g, ''), port, decodeURIComponent(pathname))
  const reportsDpi = language.name === 'zpl' && parsed.data.status !== 'off' && !('queue' in place)
  if (!reportsDpi && parsed.data.dpi === undefined)
    throw new Error(`${address} must name its resolution, such as ?dpi=203.`)
  return { place, setting: { language, ...parsed.data } }
}

const words = (error: z.ZodError | undefined): string =>
  (error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`.trim()).join('; ')

function placeOf(host: string, port: string, name: string): LabelPrinterPlace {
  if (host !== '') return { host, port: port === '' ? RAW_PORT : Number(port) }
  return name.startsWith('usb/') ? { usb: name.slice('usb/'.length) } : { queue: name }
}
