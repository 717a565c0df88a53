import type { ArgsOf, DeviceOperation, PrintJob, ResultOf } from '@postroom/contract/device-messages'
import type { Hub } from '@postroom/contract/hub'
import { onDeviceEvent, requestDevice } from '@postroom/hub/device-client'
import type { HubTransport } from '@postroom/hub/hub-transport'
import { DEVICE_RETRY_S, type DeviceNews } from './device-state.ts'

/** A device manager that is there answers its status at once. */
const STATUS_TIMEOUT_MS = 5_000

export type DeviceRequestFunction = <Op extends DeviceOperation>(
  op: Op,
  args: ArgsOf<Op>,
  options: { timeoutMs: number },
) => Promise<ResultOf<Op>>

/** The open line to one device manager. */
export interface DeviceLink {
  request: DeviceRequestFunction
  /** Asks the device manager now whether it is there. */
  retryNow(): void
  /** A grant runs out after half an hour: the line goes on with the fresh one. */
  renew(authKey: string): void
  close(): void
}

/**
 * Keeps asking the device manager of a hub for its status: at once, every 20 s while it is silent, and as soon as it
 * comes on the line, this line is made again, or the network returns. @see spec §4, §9
 */
export function openDeviceLink(
  hub: Pick<Hub, 'channels'>,
  transport: HubTransport,
  tell: { news: (news: DeviceNews) => void; job: (job: PrintJob) => void },
): DeviceLink {
  let retry: ReturnType<typeof setTimeout> | undefined
  let asking: Promise<void> | undefined
  let closed = false

  const request: DeviceRequestFunction = (op, args, options) =>
    requestDevice(transport, hub.channels, op, args, options)

  async function ask(): Promise<void> {
    clearTimeout(retry)
    try {
      const { printers, config } = await request('status', {}, { timeoutMs: STATUS_TIMEOUT_MS })
      if (!closed) tell.news({ type: 'answered', printers, config })
    } catch {
      if (!closed) away('silent')
    }
  }

  function away(type: 'silent' | 'gone'): void {
    tell.news({ type })
    clearTimeout(retry)
    retry = setTimeout(retryNow, DEVICE_RETRY_S * 1000)
  }

  function retryNow(): void {
    asking ??= ask().finally(() => (asking = undefined))
  }

  transport.onStatus((status) => {
    if (closed) return
    if (status === 'connected') retryNow()
    else if (status === 'denied') {
      clearTimeout(retry)
      tell.news({ type: 'denied' })
    } else away('gone')
  })
  const listen = onDeviceEvent(transport, hub.channels, (event) => {
    if (closed) return
    if (event.type === 'job') tell.job(event.job)
    else if (event.type === 'printers') tell.news(event)
    else if (event.connected) retryNow()
    else away('gone')
  })
  tell.news({ type: 'opened' })
  // what is wrong with the line is told by its status
  listen.catch(() => {})
  transport.connect().catch(() => {})
  globalThis.addEventListener('online', retryNow)

  return {
    request,
    retryNow,
    renew(authKey) {
      transport.setToken(authKey)
      transport.connect().catch(() => {})
    },
    close() {
      closed = true
      clearTimeout(retry)
      globalThis.removeEventListener('online', retryNow)
      void transport.close()
    },
  }
}
