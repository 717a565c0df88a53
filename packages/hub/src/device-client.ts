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

/** The device manager refused; `code` is one of `DEVICE_ERRORS`, unless the device is newer than this client. */
export class DeviceError extends Error {
  readonly code: string
  constructor(error: { code: string; description: string }) {
    super(error.description)
    this.name = 'DeviceError'
    this.code = error.code
  }
}

/** No answer in time. The device may have carried the request out before it expired. */
export class DeviceSilentError extends Error {
  constructor() {
    super('The device manager does not answer')
    this.name = 'DeviceSilentError'
  }
}

/** The request that the server signs. */
export interface AskedRequest {
  op: DeviceOperation
  args: unknown
  expires_in_ms: number
}

/** How a client reaches one device manager. */
export interface DeviceAccess {
  transport: HubTransport
  hub: { id: string; channels: HubChannels }
  /** Gets the server's signature; the device manager ignores requests without it. */
  sign: (request: AskedRequest) => Promise<SignedRequest>
}

/**
 * Asks the device manager and waits for its answer.
 * @param options `timeoutMs` counts from the signature; the request expires at the same time
 * @throws DeviceError when it refuses, DeviceSilentError after `timeoutMs`, HubError when the hub refuses the message,
 * and what `sign` throws; then nothing was sent
 */
export async function requestDevice<Op extends DeviceOperation>(
  { transport, hub, sign }: DeviceAccess,
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

/** Reports of the device manager: printers, jobs, and, from the server, whether it is connected. @returns ends the subscription */
export function onDeviceEvent(
  { transport, hub }: Pick<DeviceAccess, 'transport' | 'hub'>,
  onEvent: (event: DeviceEvent) => void,
): Promise<() => void> {
  return transport.subscribe([hub.channels.evt], ({ message }) => {
    const event = deviceEventSchema.safeParse(message)
    if (event.success) onEvent(event.data)
  })
}
