import { PRINTER_KINDS } from '@postroom/domain/catalogue/packaging'
import * as z from 'zod'
import { canonicalJson } from './canonical-json.ts'
import { JOB_STATES } from './device-messages.ts'
import { endpoint } from './endpoint.ts'

/** The most jobs of one report, and of one list of awaited jobs, so that a report fits into a call without a session. */
export const REPORTED_JOBS_MAX = 50

/** The code of a device error. */
const errorCodeSchema = z.string().regex(/^[a-z_]{1,40}$/)

const reportedJobSchema = z.strictObject({
  job_id: z.string().regex(/^[\w.:-]{8,100}$/),
  state: z.enum(JOB_STATES),
  /** Why it was not printed. */
  error_code: errorCodeSchema.optional(),
})
export type ReportedJob = z.output<typeof reportedJobSchema>

/** A printer that documents are printed on. */
const reportedPrinterSchema = z.strictObject({
  id: z.string().min(1).max(200),
  name: z.string().min(1).max(120),
  kinds: z.array(z.enum(PRINTER_KINDS)).min(1).max(PRINTER_KINDS.length),
  /** Why it cannot print now. */
  error_code: errorCodeSchema.optional(),
})
export type ReportedPrinter = z.output<typeof reportedPrinterSchema>

const versionSchema = z.string().min(1).max(40)

/** A device manager itself: its version, a newer one that is published, and the printers in use. */
const reportedDeviceSchema = z.strictObject({
  version: versionSchema,
  newer_version: versionSchema.optional(),
  printers: z.array(reportedPrinterSchema).max(PRINTER_KINDS.length),
})
export type ReportedDevice = z.output<typeof reportedDeviceSchema>

/** What a device manager signs: its own state, the state of jobs that changed, and whether it asks for those of its last run. */
const deviceReportSchema = z.strictObject({
  device: reportedDeviceSchema,
  /** Since it started it has not learned which jobs of its last run the server still awaits. */
  restarted: z.boolean(),
  jobs: z
    .array(reportedJobSchema)
    .max(REPORTED_JOBS_MAX)
    .refine((jobs) => new Set(jobs.map(({ job_id }) => job_id)).size === jobs.length),
})
export type DeviceReport = z.output<typeof deviceReportSchema>

/** The text that a device signs to report: a fixed first line, the hub id, the time, a nonce and the report, joined by newlines. */
export const deviceReportMessage = (hubId: string, issuedAt: string, nonce: string, report: DeviceReport): string =>
  ['postroom-device-report.v1', hubId, issuedAt, nonce, canonicalJson(report)].join('\n')

/**
 * A device manager reports its jobs to the server itself, because the page that sent them may be closed and PubNub's hub is
 * not the server's. A repeated report changes nothing, and no report changes a final state. The answer names jobs of which
 * the server has heard nothing: the device reports those it knows. Once `in_ms` has passed it will never be asked to print
 * those it does not know, so it rules them out and reports them as failed.
 */
export const reportJobs = endpoint({
  id: 'reportJobs',
  method: 'POST',
  path: '/iot/v1/hub/{id}/report',
  summary: 'Report the state of print jobs, signed by the device manager; answers with jobs that the server awaits',
  tag: 'iot',
  auth: 'public',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    issued_at: z.iso.datetime(),
    nonce: z.string().regex(/^[\w-]{16,64}$/),
    signature: z.string().max(128),
    report: deviceReportSchema,
  }),
  responses: { 200: z.object({ awaited: z.array(z.object({ job_id: z.string(), in_ms: z.int() })) }) },
  errors: ['device_signature_invalid', 'device_clock_wrong'],
})
