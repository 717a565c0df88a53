import type { PrintJob, PrinterConfigs } from '@postroom/contract/device-messages'
import type { Hub } from '@postroom/contract/hub'
import type { AskedRequest } from '@postroom/hub/device-client'
import { openTransport } from '@postroom/hub/open-transport'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { openDeviceConnection, type DeviceConnection, type DeviceRequestFunction } from './device-connection.ts'
import { deviceStep, NO_DEVICE, type DeviceChange, type DeviceState } from './device-state.ts'
import { signRequest } from './sign-request.ts'

/** The state of one device manager, and its connection. The functions stay the same while the connection is open. */
export interface Device extends DeviceState {
  hub: Hub | undefined
  /** @throws DeviceError when the device manager refuses, DeviceSilentError when it does not answer in time */
  request: DeviceRequestFunction
  retryNow: () => void
  /** Resolves when the hub itself answers. It may wait for a connection without end. */
  pingHub: () => Promise<unknown>
  /** Stores the configuration that the device manager has confirmed. */
  configSaved: (config: PrinterConfigs) => void
  /** Subscribes to the jobs of the device manager. @returns ends the subscription */
  onJob: (listener: (job: PrintJob) => void) => () => void
  /** Somebody follows a job, so the connection must stay open. */
  isFollowed: boolean
}

const noConnection = () => Promise.reject(new Error('No line to a device manager is open'))

/** A device manager before its connection is opened, or none at all. */
export const withoutConnection = (hub: Hub | undefined): Device => ({
  ...NO_DEVICE,
  state: hub ? 'connecting' : 'no_hub',
  hub,
  request: noConnection,
  retryNow: () => {},
  pingHub: noConnection,
  configSaved: () => {},
  onJob: () => () => {},
  isFollowed: false,
})

interface DeviceConnectorProps {
  hub: Hub
  /** Reports each new state; undefined when the connection is closed. */
  report: (hubId: string, device: Device | undefined) => void
  /** The grant was denied. */
  onDenied: () => void
}

/** Keeps a connection to one device manager open while it is mounted. Renders nothing. */
export function DeviceConnector({ hub, report, onDenied }: DeviceConnectorProps) {
  const [state, setState] = useState<DeviceState>({ ...NO_DEVICE, state: 'connecting' })
  const [followers, setFollowers] = useState(0)
  const [listeners] = useState(() => new Set<(job: PrintJob) => void>())
  const link = useRef<DeviceConnection>(undefined)
  const { id, url, auth_key, channels } = hub

  useEffect(() => {
    const change = (item: DeviceChange) => {
      setState((before) => deviceStep(before, item, Date.now()))
      if (item.type === 'denied') onDenied()
    }
    const job = (item: PrintJob) => listeners.forEach((listener) => listener(item))
    const transport = openTransport(hub)
    const sign = (asked: AskedRequest) => signRequest(id, asked)
    const opened = openDeviceConnection({ hub, transport, sign }, { change, job })
    link.current = opened
    addEventListener('online', opened.retryNow)
    return () => {
      removeEventListener('online', opened.retryNow)
      opened.close()
      link.current = undefined
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the effect below passes a fresh grant to the open connection instead of opening another
  }, [id, url, channels.req])

  const renewed = useRef(auth_key)
  useEffect(() => {
    if (renewed.current !== auth_key) link.current?.renew(auth_key)
    renewed.current = auth_key
  }, [auth_key])

  const request = useCallback<DeviceRequestFunction>(
    (op, args, options) => (link.current ?? { request: noConnection }).request(op, args, options),
    [],
  )
  const retryNow = useCallback(() => link.current?.retryNow(), [])
  const pingHub = useCallback(async () => (link.current ? link.current.pingHub() : noConnection()), [])
  const configSaved = useCallback(
    (config: PrinterConfigs) => setState((before) => deviceStep(before, { type: 'config', config }, Date.now())),
    [],
  )
  const onJob = useCallback<Device['onJob']>(
    (listener) => {
      listeners.add(listener)
      setFollowers((count) => count + 1)
      return () => {
        listeners.delete(listener)
        setFollowers((count) => count - 1)
      }
    },
    [listeners],
  )

  const isFollowed = followers > 0
  const device = useMemo<Device>(
    () => ({ ...state, hub, request, retryNow, pingHub, configSaved, onJob, isFollowed }),
    [state, hub, request, retryNow, pingHub, configSaved, onJob, isFollowed],
  )
  useEffect(() => report(id, device), [report, id, device])
  useEffect(() => () => report(id, undefined), [report, id])
  return null
}
