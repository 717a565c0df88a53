import type { PrinterConfigs } from '@postroom/contract/device-messages'
import { PRINTER_KINDS, type PrinterKind } from '@postroom/domain/catalogue/packaging'
import type { PaperFormat } from '@postroom/domain/media/paper-formats'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { delay } from '../../api/delay.ts'
import type { Device } from '../../device/device-connector.tsx'
import { useDevices } from '../../device/device-context.tsx'
import { notifyDeviceFailure } from '../../device/device-failure.ts'
import { hubsQuery } from '../../device/device-queries.ts'
import { saveChanges } from '../../device/save-printers.ts'
import { browserLink } from './browser-link.ts'
import { deviceLink } from './device-link.ts'
import { hubLinks } from './hub-links.ts'
import type { Link } from './link.ts'
import { printerLink } from './printer-link.ts'
import { serverLinks } from './server-links.ts'
import { useServerTime } from './use-server-time.ts'

export interface Check {
  links: readonly Link[]
  /** When the server last answered or did not, in milliseconds since 1970; 0 before that. */
  at: number
  isRunning: boolean
  again: () => void
}

/**
 * Asks every link when the page opens, and again on request. Later changes of a device manager show by themselves.
 * @param asked the links that are tested only when somebody asks for it
 */
export function useLinks(asked: readonly Link[]): Check {
  const { i18n, t } = useTranslation()
  const { main, byKind, inUse } = useDevices()
  const server = useServerTime()
  const hubs = useQuery(hubsQuery())
  const ping = useHubPing(main)
  const [, setRound] = useState(0)

  const again = () => {
    setRound((round) => round + 1)
    void server.refetch()
    void hubs.refetch()
    if (main.lineSince !== undefined) void ping.refetch()
    askAll(inUse)
  }
  useEffect(() => {
    askAll(inUse)
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the page opens
  }, [])

  const links = [
    browserLink(t, again),
    ...serverLinks(server, i18n),
    ...hubLinks({ device: main, ping, reconnect: () => void hubs.refetch() }, i18n),
    ...inUse.map((device) => deviceLink(device, device === main, i18n)),
    ...PRINTER_KINDS.map((kind) => {
      const device = byKind[kind]
      return printerLink(kind, device, (format) => void setPaper(device, kind, format), i18n)
    }),
    ...asked,
  ]
  const isRunning = server.isFetching || ping.isFetching
  return { links, at: Math.max(server.dataUpdatedAt, server.errorUpdatedAt), isRunning, again }
}

/** A connection that opens asks by itself. */
function askAll(devices: readonly Device[]): void {
  for (const { lineSince, retryNow } of devices) if (lineSince !== undefined) retryNow()
}

const PING_TIMEOUT_MS = 5_000

/** How many milliseconds the hub takes to answer, once the connection to it is open. */
const useHubPing = ({ hub, lineSince, pingHub }: Device) =>
  useQuery({
    queryKey: ['hub-ping', hub?.id, lineSince],
    queryFn: async () => {
      const start = performance.now()
      await Promise.race([pingHub(), delay(PING_TIMEOUT_MS).then(() => Promise.reject(new Error('No answer')))])
      return performance.now() - start
    },
    enabled: lineSince !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** Saves the format of a kind, as the page of printers does. */
async function setPaper(device: Device, kind: PrinterKind, paperFormat: PaperFormat): Promise<void> {
  const config = device.config?.[kind]
  if (!config) return
  const change: PrinterConfigs = { [kind]: { ...config, defaultOrSpecific: 'specific', paperFormat } }
  await saveChanges(device.request, change).then(device.configSaved, notifyDeviceFailure)
}
