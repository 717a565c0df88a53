import type { ArgsOf, DeviceOperation, PrintJob, ResultOf } from '@postroom/contract/device-messages'
import type { Hub } from '@postroom/contract/hub'
import { onDeviceEvent, requestDevice, type DeviceLine } from '@postroom/hub/device-client'
import { DEVICE_RETRY_S, type DeviceChange } from './device-state.ts'

/** A device manager that is there answers its status at once. */
const STATUS_TIMEOUT_MS = 5_000

export type DeviceRequestFunction = <Op extends DeviceOperation>(
  op: Op,
  args: ArgsOf<Op>,
  options: { timeoutMs: number },
) => Promise<ResultOf<Op>>

/** The open line to one device manager. */
export interface DeviceConnection {
  request: DeviceRequestFunction
  /** Asks the device manager now whether it is there. */
  retryNow: () => void
  /** A grant runs out after half an hour: the line goes on with the fresh one. */
  renew: (authKey: string) => void
  close: () => void
}

/**
 * Keeps asking the device manager of a hub for its status: at once, every 20 s while it is silent, and as soon as it
 * comes on the line or this line is made again. Over PubNub, where nobody tells that it has gone, every 20 s for ever.
 * @see spec §4, §9
 */
export function openDeviceConnection(
  line: DeviceLine & { hub: Pick<Hub, 'com'> },
  tell: { news: (news: DeviceChange) => void; job: (job: PrintJob) => void },
): DeviceConnection {
  const { transport } = line
  let retry: ReturnType<typeof setTimeout> | undefined
  let latest = 0
  let closed = false

  const request: DeviceRequestFunction = (op, args, options) => requestDevice(line, op, args, options)

  /** A device manager that comes on the line while an older question waits is asked anew: the older answer is late. */
  async function ask(): Promise<void> {
    clearTimeout(retry)
    const round = (latest += 1)
    const isCurrent = () => !closed && round === latest
    try {
      const { printers, config, scales } = await request('status', {}, { timeoutMs: STATUS_TIMEOUT_MS })
      if (!isCurrent()) return
      tell.news({ type: 'answered', printers, config, scale: scales[0] })
      if (line.hub.com === 'pubnub') askLater()
    } catch {
      if (isCurrent()) away('silent')
    }
  }

  function away(type: 'silent' | 'gone'): void {
    latest += 1
    tell.news({ type })
    askLater()
  }

  function askLater(): void {
    clearTimeout(retry)
    retry = setTimeout(retryNow, DEVICE_RETRY_S * 1000)
  }

  const retryNow = () => void ask()

  transport.onStatus((status) => {
    if (closed) return
    if (status === 'connected') retryNow()
    else if (status === 'denied') {
      clearTimeout(retry)
      tell.news({ type: 'denied' })
    } else away('gone')
  })
  const listen = onDeviceEvent(line, (event) => {
    if (closed) return
    if (event.type === 'job') tell.job(event.job)
    else if (event.type === 'printers' || event.type === 'scale') tell.news(event)
    else if (event.connected) retryNow()
    else away('gone')
  })
  tell.news({ type: 'opened' })
  // what is wrong with the line is told by its status
  listen.catch(() => {})
  transport.connect().catch(() => {})

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
      void transport.close()
    },
  }
}
