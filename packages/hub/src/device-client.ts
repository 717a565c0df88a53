import {
  DEVICE_OPERATIONS,
  deviceEventSchema,
  deviceResponseSchema,
  type ArgsOf,
  type DeviceEvent,
  type DeviceOperation,
  type DeviceRequest,
  type DeviceResponse,
  type ResultOf,
} from '@postroom/contract/device-messages'
import { dateOfTimetoken, type HubChannels, type HubTransport } from './hub-transport.ts'

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

/**
 * Asks the device manager and waits for its answer.
 * @throws DeviceError when it refuses, DeviceSilentError after `timeoutMs`, HubError when the hub refuses the message
 */
export async function requestDevice<Op extends DeviceOperation>(
  transport: HubTransport,
  channels: HubChannels,
  op: Op,
  args: ArgsOf<Op>,
  options: { timeoutMs: number },
): Promise<ResultOf<Op>> {
  const id = crypto.randomUUID()
  const answer = Promise.withResolvers<DeviceResponse>()
  const timer = setTimeout(() => answer.reject(new DeviceSilentError()), options.timeoutMs)
  let stop: (() => void) | undefined
  const ask = async () => {
    stop = await transport.subscribe([channels.res], ({ message }) => {
      const response = deviceResponseSchema.safeParse(message)
      if (response.success && response.data.re === id) answer.resolve(response.data)
    })
    const expiresAt = new Date(dateOfTimetoken(await transport.time()).getTime() + options.timeoutMs)
    const request: DeviceRequest = { id, op, args, expires_at: expiresAt.toISOString() }
    await transport.publish(channels.req, request)
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

/** News of the device manager: printers, jobs, and whether it is on the line. The answer ends the subscription. */
export function onDeviceEvent(
  transport: HubTransport,
  channels: HubChannels,
  onEvent: (event: DeviceEvent) => void,
): Promise<() => void> {
  return transport.subscribe([channels.evt], ({ message }) => {
    const event = deviceEventSchema.safeParse(message)
    if (event.success) onEvent(event.data)
  })
}
