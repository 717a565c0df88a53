import type { ArgsOf, DeviceOperation, PrintJob, ResultOf } from '@postroom/contract/device-messages'
import type { Hub } from '@postroom/contract/hub'
import { onDeviceEvent, requestDevice, type DeviceAccess } from '@postroom/hub/device-client'
import { DEVICE_RETRY_MS, type DeviceChange } from './device-state.ts'

/** A running device manager answers a status request at once. */
const STATUS_TIMEOUT_MS = 5_000

export type DeviceRequestFunction = <Op extends DeviceOperation>(
  op: Op,
  args: ArgsOf<Op>,
  options: { timeoutMs: number },
) => Promise<ResultOf<Op>>

/** An open connection to one device manager. */
export interface DeviceConnection {
  request: DeviceRequestFunction
  /** Requests the status of the device manager now. */
  retryNow: () => void
  /** Resolves when the hub itself answers; rejects when it cannot be asked. */
  pingHub: () => Promise<unknown>
  /** Continues with a fresh grant; a grant lasts half an hour. */
  renew: (authKey: string) => void
  close: () => void
}

/**
 * Requests the status of a device manager: at once, every 20 s while it does not answer, and whenever it or this page
 * connects again. PubNub does not report that a device manager has gone, so there it asks every 20 s all the time.
 * @see spec §4, §9
 */
export function openDeviceConnection(
  device: DeviceAccess & { hub: Pick<Hub, 'com'> },
  on: { change: (change: DeviceChange) => void; job: (job: PrintJob) => void },
): DeviceConnection {
  const { transport } = device
  let retry: ReturnType<typeof setTimeout> | undefined
  let latest = 0
  let closed = false

  const request: DeviceRequestFunction = (op, args, options) => requestDevice(device, op, args, options)

  /** A new request makes the answer to an older one stale. */
  async function requestStatus(): Promise<void> {
    clearTimeout(retry)
    const round = (latest += 1)
    const isCurrent = () => !closed && round === latest
    try {
      const status = await request('status', {}, { timeoutMs: STATUS_TIMEOUT_MS })
      if (!isCurrent()) return
      const { printers, config, version, update_available: newer, paused: isPaused = false, scales } = status
      on.change({ type: 'answered', printers, config, version, newer, isPaused, scale: scales[0] })
      if (device.hub.com === 'pubnub') retryLater()
    } catch {
      if (isCurrent()) disconnected('silent')
    }
  }

  function disconnected(type: 'silent' | 'gone'): void {
    latest += 1
    on.change({ type })
    retryLater()
  }

  function retryLater(): void {
    clearTimeout(retry)
    retry = setTimeout(retryNow, DEVICE_RETRY_MS)
  }

  const retryNow = () => void requestStatus()

  transport.onStatus((status) => {
    if (closed) return
    on.change({ type: 'line', isOpen: status === 'connected' })
    if (status === 'connected') retryNow()
    else if (status === 'denied') {
      clearTimeout(retry)
      on.change({ type: 'denied' })
    } else disconnected('gone')
  })
  const subscribed = onDeviceEvent(device, (event) => {
    if (closed) return
    if (event.type === 'job') on.job(event.job)
    else if (event.type === 'printers' || event.type === 'scale' || event.type === 'paused') on.change(event)
    else if (event.connected) retryNow()
    else disconnected('gone')
  })
  on.change({ type: 'opened' })
  // the status of the transport reports what fails here
  subscribed.catch(() => {})
  transport.connect().catch(() => {})

  return {
    request,
    retryNow,
    pingHub: () => transport.time(),
    renew(authKey) {
      transport.setToken(authKey)
      transport.connect().catch(() => {})
    },
    close() {
      closed = true
      clearTimeout(retry)
      void transport.close()
    },
  }
}
