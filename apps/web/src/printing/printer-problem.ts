import type { DeviceErrorCode, Printer, PrinterConfigs } from '@postroom/contract/device-messages'
import { errorOfReasons } from '@postroom/contract/printer-reasons'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import { gridFor } from '@postroom/domain/media/label-drawing'
import { LABEL_FOR_FORMAT, stockNamed } from '@postroom/domain/media/label-stock'
import { holds, sheetFor } from '@postroom/domain/media/media-size'
import { isOfFormat, MEDIA_OF_FORMAT, PAPER_FORMATS, type PaperFormat } from '@postroom/domain/media/paper-formats'
import { appConfig } from '../app-config.ts'
import type { Failure } from './failure-text.ts'

/** The format each kind of printer prints unless its preferences set another. */
export const USUAL_FORMAT = {
  mailing: '4x6',
  shipping: '4x6',
  form: 'A4',
} as const satisfies Record<PrinterKind, PaperFormat>

/** The usual media of a format; the sheet is that of the locale. */
export const usualMedia = (format: PaperFormat) =>
  format === 'A4' ? sheetFor(appConfig().locale) : MEDIA_OF_FORMAT[format][0]

/** The formats that a kind can be set to. Only the labels of letters fit endless rolls and small labels. */
export const formatsOf = (kind: PrinterKind): PaperFormat[] =>
  PAPER_FORMATS.filter((format) => kind === 'mailing' || stockOf(format)?.design !== 'franking')

const stockOf = (format: PaperFormat) => stockNamed(LABEL_FOR_FORMAT[format].label_name)

/** Why a printer could not print for its kind, before anybody tries; undefined when it could. @param printer undefined when it is gone */
export function printerProblem(
  kind: PrinterKind,
  config: NonNullable<PrinterConfigs[PrinterKind]>,
  printer: Printer | undefined,
): Failure | undefined {
  if (!printer) return { code: 'printer_unknown', description: '' }
  if (isTooCoarse(printer, kind)) return { code: COARSE, description: '' }
  return stateProblem(printer) ?? mediaProblem(kind, config, printer.media_ready)
}

/** The problem that excludes a printer from the choice. */
export const COARSE = 'resolution_too_low'

/** Whether a printer has too few dots for the documents of a kind, as the device manager decides. @see spec §9 */
export const isTooCoarse = (printer: Printer, kind: PrinterKind): boolean =>
  gridFor(printer, kind !== 'form') === undefined

const STATE_ERRORS = {
  ready: undefined,
  printing: undefined,
  stopped: 'printer_stopped',
  offline: 'printer_offline',
} as const satisfies Record<Printer['state'], DeviceErrorCode | undefined>

function stateProblem({ state, reasons }: Printer): Failure | undefined {
  const code = errorOfReasons(reasons) ?? STATE_ERRORS[state]
  return code && { code, description: '' }
}

function mediaProblem(
  kind: PrinterKind,
  { defaultOrSpecific, paperFormat }: NonNullable<PrinterConfigs[PrinterKind]>,
  loaded: Printer['media_ready'],
): Failure | undefined {
  const needed = usualMedia(defaultOrSpecific === 'specific' ? paperFormat : USUAL_FORMAT[kind])
  // rolls and labels vary a little in length; sheets must be those of the locale
  const fits = (media: Printer['media_ready'][number]) =>
    defaultOrSpecific === 'specific' && paperFormat !== 'A4'
      ? isOfFormat(media, paperFormat)
      : holds(media, needed) && (defaultOrSpecific === 'default' || isOfFormat(media, 'A4'))
  if (loaded.length === 0 || loaded.some(fits)) return undefined
  return { code: 'media_mismatch', description: '', sizes: { from: 'loaded', sizes: [...loaded], needed } }
}
