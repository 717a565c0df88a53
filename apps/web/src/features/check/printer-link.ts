import type { Printer } from '@postroom/contract/device-messages'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import { isOfFormat, type PaperFormat } from '@postroom/domain/media/paper-formats'
import type { i18n } from 'i18next'
import type { Device } from '../../device/device-connector.tsx'
import { loadedMedia, sizesText } from '../../device/media-text.ts'
import { href } from '../../pages.ts'
import { failureText } from '../../printing/failure-text.ts'
import { formatsOf, printerProblem } from '../../printing/printer-problem.ts'
import type { Link, Remedy } from './link.ts'

/** The fault in two or three words, by its code; every other one is 'Not ready'. */
const FAULTS = ['media_mismatch', 'media_empty', 'resolution_too_low', 'printer_unknown', 'printer_offline'] as const
/** Nothing at the printer helps: another one must be chosen. */
const NEEDS_ANOTHER = ['resolution_too_low', 'printer_unknown', 'printer_not_set']

/** The printer of a kind: whether it could print its format now. @param usePaper sets its format to what is loaded */
export function printerLink(
  kind: PrinterKind,
  device: Device,
  usePaper: (format: PaperFormat) => void,
  language: i18n,
): Link {
  const { t } = language
  const link = { id: kind, name: t(`device.kind.${kind}`) }
  if (device.state !== 'connected') {
    const words = t('check.after_device')
    return { ...link, state: 'wait', words, facts: words }
  }
  const config = device.config?.[kind]
  const printer = device.printers.find(({ id }) => id === config?.printerId)
  const problem = config ? printerProblem(kind, config, printer) : { code: 'printer_not_set', description: '' }
  const facts = printer ? factsOf(printer, language) : t('check.printer.none')
  if (!problem) return { ...link, state: 'fine', words: wordsOf(printer, language), facts }
  const fault = FAULTS.find((code) => code === problem.code)
  return {
    ...link,
    state: 'bad',
    fault: t(`check.printer.fault.${fault ?? 'other'}`),
    words: t('check.printer.bad', { name: printer?.name ?? '', text: failureText(problem, kind, language) }).trim(),
    facts: `${facts}; ${problem.code}`,
    remedy: remedyOf(kind, problem.code, { device, printer, usePaper }, language),
  }
}

function remedyOf(
  kind: PrinterKind,
  code: string,
  parts: { device: Device; printer: Printer | undefined; usePaper: (format: PaperFormat) => void },
  { t }: i18n,
): Remedy {
  const { device, printer, usePaper } = parts
  if (NEEDS_ANOTHER.includes(code)) return { words: t('check.printer.choose'), href: href('printers') }
  const loaded = code === 'media_mismatch' && device.hub?.can_manage ? formatLoaded(kind, printer) : undefined
  if (loaded)
    return {
      words: t('check.printer.use_paper', { paper: t(`device.format_choice.${loaded}`) }),
      act: () => usePaper(loaded),
    }
  return { words: t('check.printer.look'), act: device.retryNow }
}

/** The format to print what is loaded. Customs documents do not fit on labels. */
const formatLoaded = (kind: PrinterKind, printer: Printer | undefined): PaperFormat | undefined =>
  formatsOf(kind).find(
    (format) => (kind !== 'form' || format === 'A4') && printer?.media_ready.some((media) => isOfFormat(media, format)),
  )

/** The dots that a printer prints: of a thermal label printer its own, else the finest that it reports. */
function resolutionOf({ resolutions_dpi, thermal_dpi }: Printer, { t }: i18n): string[] {
  const dpi = thermal_dpi ?? Math.max(...resolutions_dpi)
  return dpi > 0 ? [t('check.printer.dpi', { dpi })] : []
}

const wordsOf = (printer: Printer | undefined, language: i18n): string =>
  printer
    ? [printer.name, loadedMedia(printer, language), ...resolutionOf(printer, language)].filter(Boolean).join(', ')
    : ''

/** Keywords of IPP; anything else could hold a name. */
const KEYWORD = /^[a-z\d-]{1,60}$/

function factsOf(printer: Printer, language: i18n): string {
  const { driver, state, reasons, media_ready } = printer
  const sizes = media_ready.length > 0 ? [sizesText(media_ready, language)] : []
  const known = reasons.filter((reason) => KEYWORD.test(reason))
  return [driver, state, ...known, ...sizes, ...resolutionOf(printer, language)].join(', ')
}
