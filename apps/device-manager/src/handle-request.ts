import {
  DEVICE_OPERATIONS,
  type DeviceErrorCode,
  type DeviceOperation,
  type DeviceResponse,
  type ResultOf,
} from '@postroom/contract/device-messages'
import type { HubMessage } from '@postroom/hub/hub-transport'
import type * as z from 'zod'
import { DeviceRefusal, faultOf, reportBug } from './device-refusal.ts'
import { checkDocuments } from './jobs/check-documents.ts'
import type { JobQueue } from './jobs/job-queue.ts'
import type { PauseSwitch } from './jobs/pause-switch.ts'
import { fitsIntoMessage, rowsThatFit } from './connection/message-size.ts'
import { authenticRequest, isTimely, type RequestSource } from './connection/verify-request.ts'
import type { PrinterConfigStore } from './printer-config.ts'
import type { PrinterList } from './printers/printer-list.ts'
import { printersToReport } from './printers/printers-to-report.ts'
import type { Offer } from './update/watch-releases.ts'
import type { ScaleWatch } from './scales/watch-scale.ts'

/** A response is kept until its request has expired, so that a request that arrives twice is carried out once. */
const KEPT_AFTER_EXPIRY_MS = 60_000
const ANSWERS_KEPT_MAX = 10_000

interface Device {
  alias: () => string
  version: string
  newer: () => Offer | undefined
  printers: PrinterList
  scale: ScaleWatch
  config: PrinterConfigStore
  jobs: JobQueue
  pause: Pick<PauseSwitch, 'isPaused'>
}

interface Given {
  response: Promise<DeviceResponse>
  keptUntil: number
}

/**
 * Answers requests of the web app. Undefined for a request that the server has not signed for this device, and for one
 * signed before this program started: the run before may have carried it out.
 */
export function requestHandler(device: Device) {
  const answers = new Map<string, Given>()
  const startedAt = performance.now()

  return async (message: HubMessage, source: RequestSource): Promise<DeviceResponse | undefined> => {
    const request = authenticRequest(message, source)
    if (!request) return undefined
    const now = (await source.time()).getTime()
    const { id, op, args, iat, exp } = request
    const known = answers.get(id)
    if (known) return known.response
    if (iat < now - (performance.now() - startedAt)) return undefined
    if (!isTimely(request, now)) return refusal(id, 'request_expired')
    for (const [old, { keptUntil }] of answers) if (keptUntil <= now) answers.delete(old)
    if (answers.size >= ANSWERS_KEPT_MAX) return refusal(id, 'queue_full')
    const response = respond(id, async () => carryOut(device, op, args))
    answers.set(id, { response, keptUntil: exp + KEPT_AFTER_EXPIRY_MS })
    return response
  }
}

const refusal = (re: string, code: DeviceErrorCode): DeviceResponse => ({ re, ok: false, error: faultOf(code) })

async function respond(re: string, work: () => Promise<unknown>): Promise<DeviceResponse> {
  try {
    const response = { re, ok: true as const, result: await work() }
    return fitsIntoMessage(response) ? response : refusal(re, 'answer_too_large')
  } catch (error) {
    if (error instanceof DeviceRefusal) return { re, ok: false, error: error.fault }
    reportBug(error)
    return refusal(re, 'request_invalid')
  }
}

const newerFacts = (offer: Offer | undefined) =>
  offer && { update_available: { version: offer.version, url: offer.file.url } }

type ParsedArgs<Op extends DeviceOperation> = z.output<(typeof DEVICE_OPERATIONS)[Op]['args']>
type Operations = { [Op in DeviceOperation]: (device: Device, args: ParsedArgs<Op>) => Promise<ResultOf<Op>> }

/** Every operation of the contract. */
const OPERATIONS: Operations = {
  status: async ({ alias, version, newer, printers, scale, config, pause }) => {
    const all = await printers.refresh()
    const others = {
      alias: alias(),
      version,
      ...newerFacts(newer()),
      ...(pause.isPaused() && { paused: true as const }),
      scales: scale.known(),
      config: config.get(),
    }
    return { ...others, printers: printersToReport(all, config.get(), others) }
  },
  'printers.list': async ({ printers, config }) => ({
    printers: printersToReport(await printers.refresh(), config.get()),
  }),
  'config.get': async ({ config }) => ({ config: config.get() }),
  'config.set': async ({ config, printers }, changed) => {
    const chosen = Object.values(changed.config).flatMap((row) => row ?? [])
    if (chosen.some(({ printerId }) => !printers.find(printerId))) throw new DeviceRefusal('printer_unknown')
    config.set(changed.config)
    return { config: config.get() }
  },
  'print.check': async ({ printers, config }, { documents }) => ({
    verdicts: await checkDocuments({ config: config.get(), printer: (id) => printers.find(id) }, documents),
  }),
  print: async ({ jobs }, args) => ({ job: jobs.submit(args) }),
  'print.read_back': async ({ jobs }, { job_id }) => {
    const page = await jobs.readBack(job_id)
    return page ? { page } : {}
  },
  'print.cancel': async ({ jobs }, { job_id }) => ({ job: jobs.cancel(job_id) }),
  'jobs.list': async ({ jobs }, { job_id }) => ({ jobs: rowsThatFit(jobs.latest(job_id)) }),
}

function carryOut(device: Device, op: DeviceOperation, given: unknown): Promise<unknown> {
  const args = DEVICE_OPERATIONS[op].args.safeParse(given)
  if (!args.success) throw new DeviceRefusal('request_invalid')
  return (OPERATIONS[op] as (device: Device, args: unknown) => Promise<unknown>)(device, args.data)
}
