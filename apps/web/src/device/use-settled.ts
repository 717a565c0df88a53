import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import { useCallback, useEffect, useRef } from 'react'
import type { Device } from './device-connector.tsx'

/** How long a print waits for a device manager that is still connecting: longer than its status request may take. */
const LIMIT_MS = 10_000

/** Waits until the device manager that prints a kind is no longer connecting, for `LIMIT_MS` at most. */
export function useSettled<Devices extends { byKind: Readonly<Record<PrinterKind, Device>> }>(
  devices: Devices,
): (kind: PrinterKind) => Promise<Devices> {
  const latest = useRef(devices)
  const waiting = useRef(new Set<() => void>())
  useEffect(() => {
    latest.current = devices
    waiting.current.forEach((look) => look())
  }, [devices])
  return useCallback((kind) => {
    const { promise, resolve } = Promise.withResolvers<Devices>()
    const end = () => {
      clearTimeout(timer)
      waiting.current.delete(look)
      resolve(latest.current)
    }
    const look = () => {
      if (latest.current.byKind[kind].state !== 'connecting') end()
    }
    const timer = setTimeout(end, LIMIT_MS)
    waiting.current.add(look)
    look()
    return promise
  }, [])
}
