import type { Printer } from '@postroom/contract/device-messages'
import { reasonNotOpened } from '../printer-connection.ts'
import type { LabelPrinter, LabelPrinterSetting } from './label-setting.ts'
import type { LabelStatus, PrinterFacts } from './language.ts'
import { waitsFor } from './print-labels.ts'
import { loadedStock, STOCK_SIZES } from './stock.ts'

type State = Pick<Printer, 'state' | 'reasons' | 'media_ready'>

/** The resolution that the printer reports, else the one in its settings. */
export const dpiOf = ({ dpi }: LabelPrinterSetting, facts: Partial<PrinterFacts> = {}): number | undefined =>
  facts.dpi ?? dpi

/** The part of a description that does not depend on a printer's state. */
export function aboutLanguage(setting: LabelPrinterSetting, facts: Partial<PrinterFacts> = {}) {
  const { name: language } = setting.language
  const dpi = dpiOf(setting, facts)
  const [size] = STOCK_SIZES.filter(({ name }) => name === setting.size)
  return {
    driver: language,
    language,
    media: size ? [size] : [...STOCK_SIZES],
    ...(size && { media_default: size }),
    resolutions_dpi: dpi === undefined ? [] : [dpi],
    ...(dpi !== undefined && { thermal_dpi: dpi }),
    ...(facts.model !== undefined && { model: facts.model }),
    can_offset: true,
  } satisfies Partial<Printer>
}

/** Before its first answer a printer is offline; one that is not asked is ready as far as anybody knows. */
export const aboutSetting = ({ id, place, setting }: LabelPrinter, facts?: PrinterFacts): Printer => ({
  ...aboutLanguage(setting, facts),
  id,
  name: `${facts?.model || NAMES[setting.language.name]} (${place})`,
  ...(isAsked(setting) ? notReached() : dpiOf(setting) === undefined ? UNNAMED : UNREPORTED),
})

const NAMES = { zpl: 'ZPL printer', tspl: 'TSPL printer', epl: 'EPL printer' } as const

/** Whether the printer is asked for its status. */
export const isAsked = ({ language, status }: LabelPrinterSetting): boolean =>
  language.status !== undefined && status !== 'off'

const UNREPORTED: State = { state: 'ready', reasons: ['unreported'], media_ready: [] }
const UNNAMED: State = { state: 'stopped', reasons: ['printer-setting-missing'], media_ready: [] }
export const SILENT: State = { state: 'stopped', reasons: ['label-printer-silent'], media_ready: [] }

export function notReached(error?: unknown): State {
  const reason = reasonNotOpened(error)
  return { state: reason === 'offline' ? 'offline' : 'stopped', reasons: [reason], media_ready: [] }
}

/** With these a printer prints on by itself, or when its label is taken, or when another program has finished. */
const PRINTS_ON = new Set(['cooling', 'label-not-taken', 'in-use'])

/** The state as the printer reports it. Only its length sensor knows anything about what is loaded. */
export function describeStatus(status: LabelStatus, setting: LabelPrinterSetting, facts: PrinterFacts): State {
  const dpi = dpiOf(setting, facts)
  if (dpi === undefined) return UNNAMED
  const loaded = setting.stock === 'continuous' ? undefined : loadedStock(status, dpi)
  const reasons = waitsFor(status)
  const state =
    reasons.length === 0 ? 'ready' : reasons.every((reason) => PRINTS_ON.has(reason)) ? 'printing' : 'stopped'
  return { state, reasons, media_ready: loaded ? [loaded] : [] }
}

/** A printer that is not asked although it could be, because others may be printing on it. */
export const unaskedPrinter = (printer: LabelPrinter): Printer => ({ ...aboutSetting(printer), ...UNREPORTED })
