import { errorOfReasons } from '@postroom/contract/printer-reasons'
import { faultOf, type DeviceFault } from '../device-refusal.ts'

/** Why a printer does not print; words that nobody foresaw are passed on. */
export function faultOfReasons(reasons: readonly string[], facts?: string): DeviceFault {
  const code = errorOfReasons(reasons)
  if (code) return faultOf(code, facts)
  return faultOf('printer_stopped', [reasons.join(', '), facts].filter(Boolean).join('. ') || undefined)
}
