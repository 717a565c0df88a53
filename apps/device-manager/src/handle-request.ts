import {
  DEVICE_OPERATIONS,
  deviceRequestSchema,
  type DeviceOperation,
  type DeviceResponse,
  type ResultOf,
} from '@postroom/contract/device-messages'
import type * as z from 'zod'
import { DeviceRefusal, faultOf, reportBug } from './device-refusal.ts'
import type { JobQueue } from './jobs/job-queue.ts'
import type { PrinterConfigStore } from './printer-config.ts'
import type { PrinterList } from './printers/printer-list.ts'

/** A request that outlives this is none of ours: the web app asks for seconds. */
const LIFE_MAX_MS = 5 * 60_000
/** Answers are kept so that a request that arrives twice is carried out once. */
const ANSWERS_KEPT = 500

interface Device {
  alias: () => string
  version: string
  printers: PrinterList
  config: PrinterConfigStore
  jobs: JobQueue
}

/** Answers what the web app asks over the hub; undefined for what is no request at all. */
export function requestHandler(device: Device) {
  const answers = new Map<string, Promise<DeviceResponse>>()

  return async (message: unknown, hubTime: () => Promise<Date>): Promise<DeviceResponse | undefined> => {
    const request = deviceRequestSchema.safeParse(message)
    if (!request.success) return undefined
    const { id, op, args, expires_at } = request.data
    const known = answers.get(id)
    if (known) return known
    const response = respond(id, async () => {
      const left = Date.parse(expires_at) - (await hubTime()).getTime()
      if (left <= 0 || left > LIFE_MAX_MS) throw new DeviceRefusal('request_expired')
      return carryOut(device, op, args)
    })
    answers.set(id, response)
    for (const oldest of [...answers.keys()].slice(0, -ANSWERS_KEPT)) answers.delete(oldest)
    return response
  }
}

async function respond(re: string, work: () => Promise<unknown>): Promise<DeviceResponse> {
  try {
    return { re, ok: true, result: await work() }
  } catch (error) {
    if (error instanceof DeviceRefusal) return { re, ok: false, error: error.fault }
    reportBug(error)
    return { re, ok: false, error: faultOf('request_invalid') }
  }
}

type ParsedArgs<Op extends DeviceOperation> = z.output<(typeof DEVICE_OPERATIONS)[Op]['args']>
type Operations = { [Op in DeviceOperation]: (device: Device, args: ParsedArgs<Op>) => Promise<ResultOf<Op>> }

/** Every operation of the contract. */
const OPERATIONS: Operations = {
  status: async ({ alias, version, printers, config }) => ({
    alias: alias(),
    version,
    printers: await printers.look(),
    config: config.get(),
  }),
  'printers.list': async ({ printers }) => ({ printers: await printers.look() }),
  'config.get': async ({ config }) => ({ config: config.get() }),
  'config.set': async ({ config, printers }, changed) => {
    const chosen = Object.values(changed.config).flatMap((row) => row ?? [])
    if (chosen.some(({ printerId }) => !printers.find(printerId))) throw new DeviceRefusal('printer_unknown')
    config.set(changed.config)
    return { config: config.get() }
  },
  print: async ({ jobs }, args) => ({ job: jobs.submit(args) }),
  'print.cancel': async ({ jobs }, { job_id }) => ({ job: jobs.cancel(job_id) }),
  'jobs.list': async ({ jobs }) => ({ jobs: jobs.latest() }),
}

function carryOut(device: Device, op: DeviceOperation, given: unknown): Promise<unknown> {
  const args = DEVICE_OPERATIONS[op].args.safeParse(given)
  if (!args.success) throw new DeviceRefusal('request_invalid')
  return (OPERATIONS[op] as (device: Device, args: unknown) => Promise<unknown>)(device, args.data)
}
