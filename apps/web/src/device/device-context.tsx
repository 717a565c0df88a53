import type { Hub } from '@postroom/contract/hub'
import { PRINTER_KINDS, type PrinterKind } from '@postroom/domain/catalogue/packaging'
import { useQuery } from '@tanstack/react-query'
import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react'
import { DeviceConnector, withoutConnection, type Device } from './device-connector.tsx'
import { hubsQuery } from './device-queries.ts'
import { DEVICE_RETRY_MS } from './device-state.ts'
import { hubOfKind, mainHub, type Choices, type Place } from './hub-choice.ts'
import { useHubChoices } from './use-hub-choices.ts'
import { useSettled } from './use-settled.ts'

export interface DevicesInUse {
  /** The device manager of this browser. */
  main: Device
  /** The device manager that prints each kind: the main one unless another is chosen. */
  byKind: Readonly<Record<PrinterKind, Device>>
  /** Each once, the main one first. */
  inUse: readonly Device[]
}

export interface Devices extends DevicesInUse {
  /** Chooses where this browser prints everything, or one kind; without an id a kind returns to the main one. */
  choose: (place: Place, hubId?: string) => void
  /** The device managers in use once the one that prints this kind is no longer connecting. */
  settled: (kind: PrinterKind) => Promise<DevicesInUse>
}

const DevicesContext = createContext<Devices | undefined>(undefined)

/** The device managers this browser prints with. @throws Error outside a `DeviceProvider` */
export function useDevices(): Devices {
  const devices = use(DevicesContext)
  if (!devices) throw new Error('useDevices needs a DeviceProvider above it')
  return devices
}

/** The device manager of this browser. @throws Error outside a `DeviceProvider` */
export const useDevice = (): Device => useDevices().main

/** The name of the workstation that prints a kind; undefined when it is this browser's own. */
export const placeOf = ({ main, byKind }: DevicesInUse, kind: PrinterKind): string | undefined =>
  byKind[kind] === main ? undefined : byKind[kind].hub?.alias

/** Keeps a connection open to each device manager in use while somebody is signed in. */
export function DeviceProvider({ children }: { children: ReactNode }) {
  const { data, refetch, errorUpdatedAt } = useQuery(hubsQuery())
  const hubs = data?.data
  const { choices, choose } = useHubChoices(hubs)
  const [connections, setConnections] = useState<ReadonlyMap<string, Device>>(new Map())

  const report = useCallback(
    (hubId: string, device: Device | undefined) =>
      setConnections((before) => {
        const now = new Map(before)
        if (device) now.set(hubId, device)
        else now.delete(hubId)
        return now
      }),
    [],
  )
  const retry = useCallback(() => void refetch(), [refetch])
  const none = useMemo(() => noDevice(hubs === undefined, errorUpdatedAt, retry), [hubs, errorUpdatedAt, retry])
  const devices = useMemo(() => devicesOf(hubs ?? [], choices, connections, none), [hubs, choices, connections, none])
  const settled = useSettled(devices)
  const value = useMemo(() => ({ ...devices, choose, settled }), [devices, choose, settled])
  const isOpen = ({ id }: Hub) => devices.inUse.some(({ hub }) => hub?.id === id) || connections.get(id)?.isFollowed
  return (
    <DevicesContext value={value}>
      {hubs?.filter(isOpen).map((hub) => (
        <DeviceConnector key={hub.id} hub={hub} report={report} onDenied={retry} />
      ))}
      {children}
    </DevicesContext>
  )
}

function devicesOf(
  hubs: readonly Hub[],
  choices: Choices,
  connections: ReadonlyMap<string, Device>,
  none: Device,
): DevicesInUse {
  const known = new Map(hubs.map((hub) => [hub.id, connections.get(hub.id) ?? withoutConnection(hub)]))
  const deviceOf = (hub: Hub | undefined) => (hub && known.get(hub.id)) ?? none
  const main = deviceOf(mainHub(hubs, choices))
  const others = PRINTER_KINDS.map((kind) => [kind, deviceOf(hubOfKind(hubs, choices, kind))] as const)
  const byKind = Object.fromEntries(others) as Record<PrinterKind, Device>
  return { main, byKind, inUse: [...new Set([main, ...Object.values(byKind)])] }
}

/** Until the list has loaded, 'none is paired' would be wrong: the state is connecting, or not connected with a retry. */
function noDevice(isUnlisted: boolean, failedAt: number, retryNow: () => void): Device {
  const none = withoutConnection(undefined)
  if (!isUnlisted) return none
  if (failedAt === 0) return { ...none, state: 'connecting' }
  return { ...none, state: 'not_connected', retryAt: failedAt + DEVICE_RETRY_MS, retryNow }
}
