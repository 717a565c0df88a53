import { isZebra, readDeviceId, settingOf } from './device-id.ts'
import { labelPrinter, type LabelPrinterLimits } from './label-printer.ts'
import { LANGUAGES, type LabelPrinter, type LabelPrinterSetting } from './label-setting.ts'
import type { PrinterPort } from '../printer.ts'
import { zebraPrinter } from './zebra-printer.ts'

/** What a USB port shows of a device. */
export interface SeenAtUsb {
  /** Four hexadecimal digits. */
  vendor: string
  /** IEEE 1284; empty for a device that is no printer, or does not answer. */
  deviceId: string
  /** Zebra makes scanners too. */
  isPrinter: boolean
}

const ZEBRA_VENDOR = '0a5f'

/**
 * The label printer at a USB port: one in the settings, one that names its language, or one of Zebra, which is asked for it.
 * Undefined for any other device.
 */
export function labelPrinterAtUsb(
  { vendor, deviceId, isPrinter }: SeenAtUsb,
  about: Omit<LabelPrinter, 'setting'>,
  named?: LabelPrinterSetting,
  limits?: Partial<LabelPrinterLimits>,
): PrinterPort | undefined {
  const announced = readDeviceId(deviceId)
  const setting = named ?? settingOf(announced)
  if (setting) return labelPrinter({ ...about, setting }, limits)
  if (!isPrinter || (vendor !== ZEBRA_VENDOR && !isZebra(announced))) return undefined
  return zebraPrinter({ ...about, setting: { language: LANGUAGES.zpl } }, limits)
}
