import { setTimeout as sleep } from 'node:timers/promises'
import type { Printer } from '@postroom/contract/device-messages'
import { reportBug } from '../device-refusal.ts'
import type { PrinterSource } from './printer-source.ts'
import type { PrinterPort } from './printer.ts'
import { inBrief } from './printers-to-report.ts'
import { isSamePrinter } from './same-printer.ts'

const REFRESH_EVERY_MS = 5_000
/** A caller does not wait longer for a printer that hangs: its status follows by `onChange`. */
const REFRESH_WAIT_MS = 1_500

export interface PrinterList {
  find(id: string): PrinterPort | undefined
  /** Requests the status of every printer. For a slow printer it returns the last known status. */
  refresh(): Promise<Printer[]>
  /** The last known status of each printer. */
  known: () => Printer[]
  stop(): void
}

interface Parts {
  /** Shorter in tests. */
  refreshWaitMs?: number
  sources: readonly PrinterSource[]
  /** Whether a kind of document is printed on this printer. */
  isChosen: (id: string) => boolean
  /** The status of a printer has changed, or a printer has been found. */
  onChange: (printers: Printer[]) => void
}

/** All printers of this device, asked every few seconds. A printer that was found once stays listed. */
export function printerList({ sources, isChosen, onChange, refreshWaitMs = REFRESH_WAIT_MS }: Parts): PrinterList {
  const ports = new Map<string, PrinterPort>()
  const failed = new Set<PrinterSource>()
  let known: Printer[] = []
  let refreshing: Promise<Printer[]> | undefined

  async function portsOf(source: PrinterSource): Promise<readonly PrinterPort[]> {
    try {
      return await source.printers()
    } catch (error) {
      if (!failed.has(source)) reportBug(error)
      failed.add(source)
      return []
    }
  }

  async function findNew(): Promise<void> {
    const found = await Promise.all(sources.map(async (source) => ({ source, found: await portsOf(source) })))
    for (const { source, found: listed } of found)
      for (const port of listed) {
        const isDuplicate = () => [...ports.values()].some((other) => isSamePrinter(port, other))
        if (!ports.has(port.id) && !(source.omitsDuplicates && isDuplicate())) ports.set(port.id, port)
      }
  }

  async function refreshNow(): Promise<Printer[]> {
    await findNew()
    const described = await Promise.all([...ports.values()].map((port) => port.describe(isChosen(port.id))))
    const printers = described.map(inBrief)
    const hasChanged = JSON.stringify(printers) !== JSON.stringify(known)
    known = printers
    if (hasChanged) onChange(printers)
    return printers
  }

  async function refresh(): Promise<Printer[]> {
    refreshing ??= refreshNow().finally(() => (refreshing = undefined))
    return Promise.race([refreshing, sleep(refreshWaitMs, undefined, { ref: false }).then(() => known)])
  }

  const timer = setInterval(() => void refresh(), REFRESH_EVERY_MS)
  void refresh()
  return {
    find: (id) => ports.get(id),
    refresh,
    known: () => known,
    stop: () => {
      clearInterval(timer)
      for (const source of sources) source.stop?.()
    },
  }
}
