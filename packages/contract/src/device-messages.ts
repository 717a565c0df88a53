import { PRINTER_KINDS } from '@postroom/domain/catalogue/packaging'
import { PAPER_FORMATS } from '@postroom/domain/media/paper-formats'
import * as z from 'zod'
import { documentSchema, PRINTED_TYPES } from './document.ts'
import { pageCodeSchema } from './page-code.ts'
import { PRINT_OFFSETS_MAX, printOffsetSchema } from './print-offset.ts'

/** Every error of a device, with its description. Each has a translation under `deviceError.{code}` in both language files. */
export const DEVICE_ERRORS = {
  printer_not_set: 'No printer is set for this kind of document.',
  printer_unknown: 'The printer is no longer available.',
  printer_stopped: 'The printer has stopped.',
  media_mismatch: 'The paper in the printer does not fit the document.',
  media_not_offered:
    'The printer or its queue offers no paper that fits the document. Choose another paper or printer.',
  media_empty: 'The printer is out of paper. Load a new roll or more sheets.',
  media_stuck: 'The paper is jammed or used up. Take it out, load it straight and close the printer.',
  toner_empty: 'The printer is out of toner or ink. Replace the cartridge.',
  ribbon_empty:
    'The printer is out of ribbon. Load a new one, or set the printer to direct thermal if its labels need none.',
  tray_missing: 'A tray of the printer is missing. Put it back in.',
  output_full: 'The tray with the printed sheets is full. Empty it.',
  cutter_stuck: 'The cutter is stuck. Turn the printer off, open it and take out what blocks the cutter.',
  calibration_needed:
    'The printer cannot find where its labels begin. Check the kind of labels in its settings, then calibrate it.',
  cover_open: 'The printer is open. Close its cover.',
  label_not_taken: 'A printed label is still in the printer. Take it, and the next one is printed.',
  printer_in_use: 'Another program is using the printer. Wait until it has finished.',
  printer_no_access:
    'This computer does not let the device manager use the printer. Give the user of the device manager access, then plug the printer in again.',
  printer_offline: 'The printer does not answer. Check that it is on and connected.',
  printer_paused: 'The printer is paused on its computer. Resume it there.',
  paused_at_printer: 'The printer is paused. Press its pause or feed button to resume.',
  printer_cooling: 'The printer is too hot and is cooling down. It resumes by itself.',
  printer_silent:
    'The printer isn’t reporting its status, so nothing was sent. Connect it by USB, or set its model and roll in the settings.',
  label_printer_silent:
    'The label printer does not report its status, so nothing was sent. Check that it is closed and has labels. If it never reports anything, add status=off to its address in POSTROOM_LABEL_PRINTERS.',
  printer_data_lost: 'The printer lost part of the data. Turn it off and on again, then print again.',
  half_label_inside:
    'The printer holds half of a label that it never received whole, so nothing was sent. Turn it off and on again, then print again.',
  printer_defect: 'The printer reports a fault. Turn it off and on again. If the fault returns, have it repaired.',
  printer_editor_lite:
    'Editor Lite is on, so the printer accepts no labels. Hold its Editor Lite button until the light goes out.',
  printer_model_unknown: 'This model of printer is not supported.',
  printer_setting_missing:
    'The language or the resolution of this label printer is unknown. Name them in POSTROOM_LABEL_PRINTERS on its computer.',
  print_area_too_small: 'The document is larger than the area the printer can print on this roll. Load a larger roll.',
  offset_too_large: 'With this offset, part of the document would fall off the paper. Reduce the offset.',
  resolution_too_low:
    'The printer prints fewer than 300 dots per inch, too few for the marks on a label. Choose another printer, or set its queue to 300 dots per inch if it can print that.',
  queue_raw:
    'This queue has no driver and sends documents to the printer unchanged, which many printers cannot read. Set the queue up again with the printer’s driver.',
  drawn_for_other_printer: 'The label was drawn for a printer with another resolution. Print it again.',
  format_unsupported: 'The printer reads neither PDF nor PWG raster. Add it to this computer with its driver.',
  settings_refused:
    'The printer does not accept the paper, the resolution or another setting that the document needs. Choose another paper or printer.',
  document_unreachable: 'The document could not be fetched from the server.',
  document_foreign: 'The document does not come from the paired server.',
  document_changed: 'The document is not the one that was requested.',
  document_too_large: 'The document is too large to print.',
  queue_full: 'Too many jobs are waiting for this printer. Print again when some are finished.',
  outcome_unknown: 'It is not known whether this was printed. Check the printer.',
  print_not_reported:
    'The printer never reports what it has printed, so nobody knows whether this came out. Check the printer.',
  cancelled: 'The job was cancelled.',
  never_begun: 'The device manager stopped before it sent anything to the printer. Print it again.',
  request_invalid: 'The device manager did not understand the request.',
  request_expired: 'The request came too late.',
  answer_too_large: 'The answer of the device manager is too large to send.',
} as const
export type DeviceErrorCode = keyof typeof DEVICE_ERRORS

/** The size of media. The height of an endless roll is that of its longest label. */
const mediaSizeSchema = z.object({ width_mm: z.number(), height_mm: z.number(), endless: z.literal(true).optional() })

/**
 * Part of `media_mismatch` and `media_not_offered`: the media that the printer reports as loaded, that its driver offers, or
 * that the preferences require, and the media that is needed.
 */
const mediaMismatchSchema = z.object({
  from: z.enum(['loaded', 'offered', 'preferences']),
  sizes: z.array(mediaSizeSchema),
  needed: mediaSizeSchema,
})
export type MediaMismatch = z.output<typeof mediaMismatchSchema>

const deviceErrorSchema = z.object({
  code: z.string(),
  description: z.string(),
  media: mediaMismatchSchema.optional(),
})

const mediaSchema = z.object({ name: z.string(), ...mediaSizeSchema.shape })

export const printerSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The driver, such as `brother` or `ipp`. Any name is valid, so that a page can read the status of a newer device. */
  driver: z.string().regex(/^[a-z][a-z\d-]{0,39}$/),
  state: z.enum(['ready', 'printing', 'stopped', 'offline']),
  /** State reasons as the printer reports them, such as `media-empty`. They include unknown ones. */
  reasons: z.array(z.string()),
  /** The media that the printer supports. */
  media: z.array(mediaSchema),
  /** The media that the printer reports as loaded. Empty for a queue, whose driver knows only what it offers. */
  media_ready: z.array(mediaSchema),
  /** The media that a queue uses unless a job names another. */
  media_default: mediaSchema.optional(),
  /** The resolutions of the printer; for a queue, the one that is set. Empty when it reports none. */
  resolutions_dpi: z.array(z.int()),
  /** The model, as the printer reports it. */
  model: z.string().max(60).optional(),
  /** The language that the device manager sends, such as `zpl`. Any is valid, as for `driver`. */
  language: z
    .string()
    .regex(/^[a-z][a-z\d-]{0,39}$/)
    .optional(),
  /** Of a thermal label printer that prints exactly the dots that it is sent: how many to the inch. */
  thermal_dpi: z.int().optional(),
  /** The device manager sends dots, which an offset can move. Other printers receive the document unchanged. */
  can_offset: z.literal(true).optional(),
})
export type Printer = z.output<typeof printerSchema>

/** Why a scale reports no weight. Each fault has a translation under `shipping.scale_faults`. */
export const SCALE_FAULTS = [
  'defect',
  'under_zero',
  'over_limit',
  'needs_calibration',
  'needs_zero',
  'unknown_unit',
  'no_access',
] as const
export type ScaleFault = (typeof SCALE_FAULTS)[number]

/** A weighing scale at the device. `weight` is stable and has `grams`, rounded up to whole grams. */
export const scaleSchema = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['weight', 'moving', 'zero', 'fault', 'gone']),
  grams: z.int().min(1).optional(),
  fault: z.enum(SCALE_FAULTS).optional(),
  at: z.iso.datetime(),
})
export type Scale = z.output<typeof scaleSchema>

/** Spec §3 'Printer config'. `default` uses the printer's own media, `specific` requires `paperFormat`. */
export const printerConfigSchema = z.strictObject({
  printerId: z.string().min(1).max(200),
  defaultOrSpecific: z.enum(['default', 'specific']),
  paperFormat: z.enum(PAPER_FORMATS),
  /** Includes those of other printers and media, for when they are chosen again. */
  offsets: z.array(printOffsetSchema).max(PRINT_OFFSETS_MAX).optional(),
})
export const printerConfigsSchema = z.strictObject({
  mailing: printerConfigSchema.optional(),
  shipping: printerConfigSchema.optional(),
  form: printerConfigSchema.optional(),
})
export type PrinterConfigs = z.output<typeof printerConfigsSchema>

/**
 * The states of a job. `printed`: the printer reported completion. `unknown`: it may have printed. Final: printed, failed,
 * unknown, cancelled.
 */
export const JOB_STATES = ['queued', 'sending', 'spooled', 'printed', 'failed', 'unknown', 'cancelled'] as const
export const printJobSchema = z.object({
  job_id: z.string(),
  title: z.string(),
  kind: z.enum(PRINTER_KINDS),
  printer_id: z.string(),
  state: z.enum(JOB_STATES),
  /** The number of labels or sheets of the job, and how many of them are known to be printed. */
  labels: z.int().optional(),
  printed_labels: z.int().optional(),
  error: deviceErrorSchema.optional(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type PrintJob = z.output<typeof printJobSchema>

const documentToPrintSchema = documentSchema
  .pick({ url: true, sha256: true, width_mm: true, height_mm: true, pages: true })
  .extend({
    type: z.enum(PRINTED_TYPES),
    /** A label drawn for thermal printers of this resolution; absent for the usual drawing, which is for 300. */
    drawn_for_dpi: z.literal(203).optional(),
  })

/**
 * Prints each document once for one `job_id`. A repeated id prints nothing and returns the job, or `unknown` when the job
 * ended long ago. A document is identified by its digest and listed once.
 */
const printArgsSchema = z.strictObject({
  job_id: z.string().regex(/^[\w.:-]{8,100}$/),
  kind: z.enum(PRINTER_KINDS),
  title: z.string().max(120),
  copies: z.int().min(1).max(10).default(1),
  documents: z
    .array(documentToPrintSchema)
    .min(1)
    .max(10)
    .refine((documents) => new Set(documents.map(({ sha256 }) => sha256)).size === documents.length),
})

/** Whether a document can be printed later. `unknown`: the printer does not answer or does not know its media. */
const documentToCheckSchema = z.strictObject({ kind: z.enum(PRINTER_KINDS), ...mediaSizeSchema.shape })
const documentVerdictSchema = z.object({
  kind: z.enum(PRINTER_KINDS),
  verdict: z.enum(['fits', 'refused', 'unknown']),
  error: deviceErrorSchema.optional(),
})
export type DocumentVerdict = z.output<typeof documentVerdictSchema>

const readBackSchema = z.object({
  dpi: z.int(),
  width_dots: z.int(),
  height_dots: z.int(),
  codes: z.array(pageCodeSchema),
})
export type ReadBack = z.output<typeof readBackSchema>

const none = z.strictObject({})

/** Each operation with its arguments and its result. */
export const DEVICE_OPERATIONS = {
  status: {
    args: none,
    result: z.object({
      alias: z.string(),
      version: z.string(),
      /** A newer version, announced in a signed release. */
      update_available: z.object({ version: z.string(), url: z.url({ protocol: /^https$/ }) }).optional(),
      /** Somebody has paused printing at the device manager: jobs stay `queued` until they resume. */
      paused: z.literal(true).optional(),
      printers: z.array(printerSchema),
      /** The scale in use, or none. */
      scales: z.array(scaleSchema).default([]),
      config: printerConfigsSchema,
    }),
  },
  'printers.list': { args: none, result: z.object({ printers: z.array(printerSchema) }) },
  'config.get': { args: none, result: z.object({ config: printerConfigsSchema }) },
  'config.set': {
    args: z.strictObject({ config: printerConfigsSchema }),
    result: z.object({ config: printerConfigsSchema }),
  },
  'print.check': {
    args: z.strictObject({ documents: z.array(documentToCheckSchema).min(1).max(10) }),
    result: z.object({ verdicts: z.array(documentVerdictSchema) }),
  },
  print: { args: printArgsSchema, result: z.object({ job: printJobSchema }) },
  /**
   * What a decoder reads on the dots of a ruler page, as they were sent to the printer. `page` is absent when no dots were
   * sent, because the printer draws documents itself, and for a page of before the last start.
   */
  'print.read_back': {
    args: z.strictObject({ job_id: z.string().max(100) }),
    result: z.object({ page: readBackSchema.optional() }),
  },
  'print.cancel': { args: z.strictObject({ job_id: z.string().max(100) }), result: z.object({ job: printJobSchema }) },
  /** The newest 50 jobs, or the job with this id if there is one. */
  'jobs.list': {
    args: z.strictObject({ job_id: z.string().max(100).optional() }),
    result: z.object({ jobs: z.array(printJobSchema) }),
  },
} as const
export type DeviceOperation = keyof typeof DEVICE_OPERATIONS
export type ArgsOf<Op extends DeviceOperation> = z.input<(typeof DEVICE_OPERATIONS)[Op]['args']>
export type ResultOf<Op extends DeviceOperation> = z.output<(typeof DEVICE_OPERATIONS)[Op]['result']>

/** The response to the request `re`, on the `res` channel. */
export const deviceResponseSchema = z.union([
  z.strictObject({ re: z.uuid(), ok: z.literal(true), result: z.unknown() }),
  z.strictObject({ re: z.uuid(), ok: z.literal(false), error: deviceErrorSchema }),
])
export type DeviceResponse = z.output<typeof deviceResponseSchema>

/** An event on the `evt` channel. `presence` comes from the server, all others from the device. */
export const deviceEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('printers'), printers: z.array(printerSchema) }),
  z.object({ type: z.literal('job'), job: printJobSchema }),
  z.object({ type: z.literal('scale'), scale: scaleSchema }),
  z.object({ type: z.literal('paused'), paused: z.boolean() }),
  z.object({ type: z.literal('presence'), connected: z.boolean() }),
])
export type DeviceEvent = z.output<typeof deviceEventSchema>
