import type { PrintJob, PrinterConfigs } from '@postroom/contract/device-messages'
import type { Hub } from '@postroom/contract/hub'
import type { AskedRequest } from '@postroom/hub/device-client'
import { openTransport } from '@postroom/hub/open-transport'
import { useQuery } from '@tanstack/react-query'
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { openDeviceLink, type DeviceLink, type DeviceRequestFunction } from './device-link.ts'
import { chooseHub, chosenHub, hubInUse, hubsQuery } from './device-queries.ts'
import { deviceStep, NO_DEVICE, type DeviceNews, type DeviceState } from './device-state.ts'
import { signRequest } from './sign-request.ts'

export interface Device extends DeviceState {
  hub: Hub | undefined
  /** @throws DeviceError when the device manager refuses, DeviceSilentError when it does not answer in time */
  request: DeviceRequestFunction
  retryNow: () => void
  /** Prints with this device manager from now on, in this browser. */
  choose: (hubId: string) => void
  /** Keeps what the device manager has just confirmed. */
  configSaved: (config: PrinterConfigs) => void
  /** Hears of every job of the device manager, until the answer is called. */
  onJob: (listener: (job: PrintJob) => void) => () => void
}

const DeviceContext = createContext<Device | undefined>(undefined)

/** The one device manager that a page prints with. @throws Error outside a `DeviceProvider` */
export function useDevice(): Device {
  const device = use(DeviceContext)
  if (!device) throw new Error('useDevice needs a DeviceProvider above it')
  return device
}

/** Keeps the line to the device manager open while somebody is signed in. */
export function DeviceProvider({ children }: { children: ReactNode }) {
  const hubs = useQuery(hubsQuery())
  const [chosen, setChosen] = useState(() => chosenHub(localStorage))
  const hub = hubInUse(hubs.data?.data ?? [], chosen)
  const [device, setDevice] = useState(NO_DEVICE)
  const link = useRef<DeviceLink>(undefined)
  const [listeners] = useState(() => new Set<(job: PrintJob) => void>())
  const { refetch } = hubs

  const hubId = hub?.id
  const address = hub?.url
  useEffect(() => {
    if (!hub) return setDevice(NO_DEVICE)
    const news = (item: DeviceNews) => {
      setDevice((before) => deviceStep(before, item, Date.now()))
      if (item.type === 'denied') void refetch()
    }
    const job = (item: PrintJob) => listeners.forEach((listener) => listener(item))
    const transport = openTransport(hub)
    const sign = (asked: AskedRequest) => signRequest(hub.id, asked)
    const opened = openDeviceLink({ hub, transport, sign }, { news, job })
    link.current = opened
    addEventListener('online', opened.retryNow)
    return () => {
      removeEventListener('online', opened.retryNow)
      opened.close()
      link.current = undefined
    }
    // oxlint-disable-next-line react/exhaustive-deps -- a fresh grant is handed to the open line below, it opens no new one
  }, [hubId, address])

  const authKey = hub?.auth_key
  const renewed = useRef(authKey)
  useEffect(() => {
    if (authKey !== undefined && renewed.current !== authKey) link.current?.renew(authKey)
    renewed.current = authKey
  }, [authKey])

  const request = useCallback<DeviceRequestFunction>((op, args, options) => {
    if (!link.current) return Promise.reject(new Error('No device manager is paired'))
    return link.current.request(op, args, options)
  }, [])
  const value = useMemo<Device>(
    () => ({
      ...device,
      hub,
      request,
      retryNow: () => link.current?.retryNow(),
      choose: (id) => {
        chooseHub(localStorage, id)
        setChosen(id)
      },
      configSaved: (config) => setDevice((before) => deviceStep(before, { type: 'config', config }, Date.now())),
      onJob: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }),
    [device, hub, request, listeners],
  )
  return <DeviceContext value={value}>{children}</DeviceContext>
}
