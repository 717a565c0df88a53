import { errorOfReasons } from '@postroom/contract/printer-reasons'
import { faultOf, type DeviceFault } from '../device-refusal.ts'

/** The fault of a stopped printer. Unknown reasons are passed on as reported. */
export function faultOfReasons(reasons: readonly string[], facts?: string): DeviceFault {
  const code = errorOfReasons(reasons)
  if (code) return faultOf(code, facts)
  return faultOf('printer_stopped', [reasons.join(', '), facts].filter(Boolean).join('. ') || undefined)
}
