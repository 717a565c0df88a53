import type { DeviceErrorCode } from '@postroom/contract/device-messages'
import { faultOf, type DeviceFault } from '../device-refusal.ts'

/** What a printer says is wrong, in the words of IPP where it has one, with the sentence that tells the remedy. */
const FAULTS: Record<string, DeviceErrorCode> = {
  'media-empty': 'media_empty',
  'media-needed': 'media_empty',
  'media-jam': 'media_stuck',
  'media-mismatch': 'media_mismatch',
  'cutter-jam': 'cutter_stuck',
  'cover-open': 'cover_open',
  'door-open': 'cover_open',
  'in-use': 'printer_in_use',
  'no-access': 'printer_no_access',
  'powered-off': 'printer_offline',
  offline: 'printer_offline',
  'data-lost': 'printer_data_lost',
  'hardware-failure': 'printer_defect',
  'editor-lite': 'printer_editor_lite',
  'status-unknown': 'printer_silent',
  'model-unsupported': 'printer_model_unknown',
}

/** The first that has a remedy decides; words that nobody foresaw are passed on. */
export function faultOfReasons(reasons: readonly string[], facts?: string): DeviceFault {
  const code = reasons.map((reason) => FAULTS[reason]).find((known) => known !== undefined)
  if (code) return faultOf(code, facts)
  return faultOf('printer_stopped', [reasons.join(', '), facts].filter(Boolean).join('. ') || undefined)
}
