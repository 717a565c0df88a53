import {
  DEVICE_OPERATIONS,
  deviceEventSchema,
  deviceResponseSchema,
  type DeviceErrorCode,
  type DeviceEvent,
  type DeviceOperation,
  type Printer,
  type ResultOf,
} from '@postroom/contract/device-messages'
import { listHubs, signDeviceRequest, type Hub } from '@postroom/contract/hub'
import { deviceClient, type SignedRequest } from '@postroom/contract/signed-request'
import type { HubMessage, HubStatus, HubTransport } from '@postroom/hub/hub-transport'
import type * as z from 'zod'
import { pageOf } from './answers.ts'
import { server } from './fake-server.ts'

type ParsedArgs<Op extends DeviceOperation> = z.output<(typeof DEVICE_OPERATIONS)[Op]['args']>
type Handler<Op extends DeviceOperation> = (args: ParsedArgs<Op>) => ResultOf<Op> | DeviceErrorCode

export const PRINTER: Printer = {
  id: 'virtual',
  name: 'Virtual printer',
  driver: 'virtual',
  state: 'ready',
  reasons: [],
  media: [],
  media_ready: [],
  resolutions_dpi: [300],
}
const CONFIG = { printerId: PRINTER.id, defaultOrSpecific: 'default', paperFormat: '4x6' } as const

/**
 * A device manager on an in-process connection. The fake server signs the requests. Arguments, results and events are
 * validated with the contract, like the responses of the fake server.
 */
export class FakeDevice {
  readonly hub: Hub
  /** While false, requests get no answer. */
  isThere = true
  /** While false, the hub itself does not answer. */
  answersTime = true
  readonly #handlers = new Map<DeviceOperation, { handle: (args: unknown) => unknown; calls: unknown[] }>()
  readonly #listeners = new Set<(message: HubMessage) => void>()
  readonly #statuses = new Set<(status: HubStatus) => void>()

  constructor(alias: string) {
    this.hub = hubOf(alias)
    this.on('status', () => ({ alias, version: '1.0.0', printers: [PRINTER], scales: [], config: CONFIGS }))
    this.on('config.get', () => ({ config: CONFIGS }))
    this.on('jobs.list', () => ({ jobs: [] }))
    this.on('print.check', ({ documents }) => ({
      verdicts: documents.map(({ kind }) => ({ kind, verdict: 'fits' as const })),
    }))
  }

  /** Sets the answer to an operation. @returns the parsed arguments, one entry per request */
  on<Op extends DeviceOperation>(op: Op, handle: Handler<Op>): ParsedArgs<Op>[] {
    const calls: ParsedArgs<Op>[] = []
    this.#handlers.set(op, { handle: handle as (args: unknown) => unknown, calls })
    return calls
  }

  report(event: DeviceEvent): void {
    this.#deliver(this.hub.channels.evt, deviceEventSchema.parse(event))
  }

  /** Reports a change of the page's connection to the hub. */
  connection(status: HubStatus): void {
    for (const listener of this.#statuses) listener(status)
  }

  /** The number of subscribed pages. */
  get listeners(): number {
    return this.#listeners.size + this.#statuses.size
  }

  transport(): HubTransport {
    const own = new Set<() => void>()
    return {
      connect: async () => this.connection('connected'),
      close: async () => own.forEach((stop) => stop()),
      publish: async (_channel, message) => {
        if (this.isThere) queueMicrotask(() => this.#answer(message as SignedRequest))
        return { timetoken: '0' }
      },
      subscribe: async (channels, hear) => {
        const listener = (message: HubMessage) => void (channels.includes(message.channel) && hear(message))
        this.#listeners.add(listener)
        const stop = () => void this.#listeners.delete(listener)
        own.add(stop)
        return stop
      },
      history: async () => [],
      time: async () => (this.answersTime ? '17000000000000000' : new Promise(() => {})),
      setToken: () => {},
      onStatus: (listener) => {
        this.#statuses.add(listener)
        const stop = () => void this.#statuses.delete(listener)
        own.add(stop)
        return stop
      },
    }
  }

  #answer({ b }: SignedRequest): void {
    const { id, op, args } = JSON.parse(b) as { id: string; op: DeviceOperation; args: unknown }
    const parsed = DEVICE_OPERATIONS[op].args.safeParse(args)
    const handler = this.#handlers.get(op)
    if (!handler) server.problems.push(`The device manager is not expected to be asked for ${op}`)
    if (!handler || !parsed.success) return this.#respond({ re: id, ok: false, error: refusal('request_invalid') })
    handler.calls.push(parsed.data)
    const result = handler.handle(parsed.data)
    if (isRefused(result)) return this.#respond({ re: id, ok: false, error: refusal(result) })
    this.#respond({ re: id, ok: true, result: DEVICE_OPERATIONS[op].result.parse(result) })
  }

  #respond(response: z.input<typeof deviceResponseSchema>): void {
    this.#deliver(this.hub.channels.res, deviceResponseSchema.parse(response))
  }

  #deliver(channel: string, message: unknown): void {
    const publisher = deviceClient(this.hub.id)
    for (const listener of this.#listeners) listener({ channel, timetoken: '0', publisher, message })
  }
}

export const CONFIGS = { mailing: CONFIG, shipping: CONFIG, form: CONFIG }
const isRefused = (result: unknown): result is DeviceErrorCode => typeof result === 'string'
const refusal = (code: DeviceErrorCode) => ({ code, description: code })

const hubOf = (alias: string): Hub => {
  const id = crypto.randomUUID()
  return {
    id,
    alias,
    pub_key: '',
    sub_key: '',
    auth_key: 'a-grant',
    owner: 'Demo User',
    can_manage: true,
    com: 'embedded',
    url: 'ws://localhost/hub',
    client: 'user.demo',
    channels: { req: `hub.${id}.req`, res: `hub.${id}.res`, evt: `hub.${id}.evt` },
    expires_at: new Date(Date.now() + 1_800_000).toISOString(),
    connected: true,
  }
}

const paired = new Map<string, FakeDevice>()

/** Makes the fake server list these device managers and sign requests to them. */
function pair(devices: FakeDevice[]): void {
  for (const device of devices) paired.set(device.hub.id, device)
  server.on(listHubs, () => pageOf(devices.map(({ hub }) => hub)))
  server.on(signDeviceRequest, ({ params, body }) => {
    const id = crypto.randomUUID()
    return { v: 1 as const, kid: 'key', b: JSON.stringify({ ...body, id, hub: params.id }), s: 'signature' }
  })
}

export function pairDevice(): FakeDevice {
  const device = new FakeDevice('Reception PC')
  pair([device])
  return device
}

export function pairTwoDevices(): { reception: FakeDevice; office: FakeDevice } {
  const both = { reception: new FakeDevice('Reception PC'), office: new FakeDevice('Back office') }
  pair(Object.values(both))
  return both
}

/** Replaces the connection that `openTransport` would open. @throws Error for a device manager that is not paired */
export function transportTo({ id }: Pick<Hub, 'id'>): HubTransport {
  const device = paired.get(id)
  if (!device) throw new Error(`No device manager ${id} is paired`)
  return device.transport()
}
