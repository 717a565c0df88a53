import type { DeviceErrorCode } from './device-messages.ts'

/** The error that names the remedy, for each known state reason: IPP keywords where there is one (RFC 8011 §5.4.12, PWG 5100.9). */
const REASON_ERRORS = {
  'media-empty': 'media_empty',
  'media-needed': 'media_empty',
  'media-jam': 'media_stuck',
  'toner-empty': 'toner_empty',
  'marker-supply-empty': 'toner_empty',
  'developer-empty': 'toner_empty',
  'ribbon-empty': 'ribbon_empty',
  'input-tray-missing': 'tray_missing',
  'output-tray-missing': 'tray_missing',
  'output-area-full': 'output_full',
  'media-mismatch': 'media_mismatch',
  'cutter-jam': 'cutter_stuck',
  'cover-open': 'cover_open',
  'door-open': 'cover_open',
  'interlock-open': 'cover_open',
  'in-use': 'printer_in_use',
  'no-access': 'printer_no_access',
  'powered-off': 'printer_offline',
  shutdown: 'printer_offline',
  'timed-out': 'printer_offline',
  offline: 'printer_offline',
  paused: 'printer_paused',
  'moving-to-paused': 'printer_paused',
  'paused-at-printer': 'paused_at_printer',
  'label-not-taken': 'label_not_taken',
  'half-label': 'half_label_inside',
  'calibration-needed': 'calibration_needed',
  'fuser-over-temp': 'printer_cooling',
  cooling: 'printer_cooling',
  'data-lost': 'printer_data_lost',
  'hardware-failure': 'printer_defect',
  'marker-waste-full': 'printer_defect',
  'opc-life-over': 'printer_defect',
  'editor-lite': 'printer_editor_lite',
  'status-unknown': 'printer_silent',
  'label-printer-silent': 'label_printer_silent',
  'printer-setting-missing': 'printer_setting_missing',
  'model-unsupported': 'printer_model_unknown',
  'queue-raw': 'queue_raw',
  'format-unsupported': 'format_unsupported',
} as const satisfies Record<string, DeviceErrorCode>

const isKnown = (reason: string): reason is keyof typeof REASON_ERRORS => Object.hasOwn(REASON_ERRORS, reason)

/** The error of the first known reason; undefined when none is known. Printers and newer devices may send any reason. */
export function errorOfReasons(reasons: readonly string[]): DeviceErrorCode | undefined {
  const known = reasons.find(isKnown)
  return known && REASON_ERRORS[known]
}
