import {
  DEVICE_OPERATIONS,
  deviceEventSchema,
  deviceResponseSchema,
  type ArgsOf,
  type DeviceEvent,
  type DeviceOperation,
  type DeviceResponse,
  type ResultOf,
} from '@postroom/contract/device-messages'
import { deviceClient, type SignedRequest } from '@postroom/contract/signed-request'
import type { HubChannels, HubTransport } from './hub-transport.ts'

/** The device manager answered with a refusal; `code` is one of `DEVICE_ERRORS`, unless the device is newer than this. */
export class DeviceError extends Error {
  readonly code: string
  constructor(error: { code: string; description: string }) {
    super(error.description)
    this.name = 'DeviceError'
    this.code = error.code
  }
}

/** No answer in time. The request may still have been carried out, except that it is refused once it has expired. */
export class DeviceSilentError extends Error {
  constructor() {
    super('The device manager does not answer')
    this.name = 'DeviceSilentError'
  }
}

/** What the server is asked to sign. */
export interface AskedRequest {
  op: DeviceOperation
  args: unknown
  expires_in_ms: number
}

/** The line to one device manager. */
export interface DeviceLine {
  transport: HubTransport
  hub: { id: string; channels: HubChannels }
  /** The server's signature, without which the device manager does not listen. */
  sign: (request: AskedRequest) => Promise<SignedRequest>
}

/**
 * Asks the device manager and waits for its answer.
 * @param options `timeoutMs` from the signature on: by then the request has expired
 * @throws DeviceError when it refuses, DeviceSilentError after `timeoutMs`, HubError when the hub refuses the message,
 * and whatever `sign` throws: then nothing was asked
 */
export async function requestDevice<Op extends DeviceOperation>(
  { transport, hub, sign }: DeviceLine,
  op: Op,
  args: ArgsOf<Op>,
  { timeoutMs }: { timeoutMs: number },
): Promise<ResultOf<Op>> {
  const signed = await sign({ op, args, expires_in_ms: timeoutMs })
  const { id } = JSON.parse(signed.b) as { id: string }
  const answer = Promise.withResolvers<DeviceResponse>()
  const timer = setTimeout(() => answer.reject(new DeviceSilentError()), timeoutMs)
  let stop: (() => void) | undefined
  const ask = async () => {
    stop = await transport.subscribe([hub.channels.res], ({ message, publisher }) => {
      const response = deviceResponseSchema.safeParse(message)
      if (response.success && response.data.re === id && publisher === deviceClient(hub.id))
        answer.resolve(response.data)
    })
    await transport.publish(hub.channels.req, signed)
  }
  ask().catch(answer.reject)
  try {
    const response = await answer.promise
    if (!response.ok) throw new DeviceError(response.error)
    return DEVICE_OPERATIONS[op].result.parse(response.result) as ResultOf<Op>
  } finally {
    clearTimeout(timer)
    stop?.()
  }
}

/** News of the device manager: printers, jobs, and, from the server, whether it is on the line. The answer ends the subscription. */
export function onDeviceEvent(
  { transport, hub }: Pick<DeviceLine, 'transport' | 'hub'>,
  onEvent: (event: DeviceEvent) => void,
): Promise<() => void> {
  return transport.subscribe([hub.channels.evt], ({ message }) => {
    const event = deviceEventSchema.safeParse(message)
    if (event.success) onEvent(event.data)
  })
}
