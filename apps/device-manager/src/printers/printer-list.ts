import { setTimeout as sleep } from 'node:timers/promises'
import type { Printer } from '@postroom/contract/device-messages'
import { usbBrotherPrinters, type UsbPlaces } from './brother/usb-printers.ts'
import type { PrinterPort } from './printer.ts'
import { isSamePrinter } from './same-printer.ts'
import { systemPrinters } from './ipp/system-printers.ts'
import { inBrief } from './printers-to-report.ts'

const LOOK_EVERY_MS = 5_000
/** Who asks how the printers are does not wait for the one that hangs: what it has to say comes by `onChange`. */
const WAIT_FOR_LOOK_MS = 1_500

export interface PrinterList {
  find(id: string): PrinterPort | undefined
  /** Asks every printer now; what is not said within a moment is told as it is known. */
  look(): Promise<Printer[]>
  /** As they were when they were last asked. */
  known(): Printer[]
  stop(): void
}

interface Sources {
  fixed: readonly PrinterPort[]
  cups: string
  usb: UsbPlaces
  /** Printers that announce themselves in the network. */
  announced: () => PrinterPort[]
  /** Whether some kind of document is printed on it. */
  isChosen: (id: string) => boolean
  /** Something about a printer has changed. */
  onChange: (printers: Printer[]) => void
}

/** All printers of this device: the fixed ones, and those of the system and of USB as they come and go. */
export function printerList({ fixed, cups, usb, announced, isChosen, onChange }: Sources): PrinterList {
  const ports = new Map(fixed.map((port) => [port.id, port]))
  let known: Printer[] = []
  let looking: Promise<Printer[]> | undefined

  async function lookNow(): Promise<Printer[]> {
    for (const port of [...(await systemPrinters(cups)), ...usbBrotherPrinters(usb)])
      if (!ports.has(port.id)) ports.set(port.id, port)
    for (const port of announced())
      if (![...ports.values()].some((other) => isSamePrinter(port, other))) ports.set(port.id, port)
    const described = await Promise.all([...ports.values()].map((port) => port.describe(isChosen(port.id))))
    const printers = described.map(inBrief)
    const hasChanged = JSON.stringify(printers) !== JSON.stringify(known)
    known = printers
    if (hasChanged) onChange(printers)
    return printers
  }

  async function look(): Promise<Printer[]> {
    looking ??= lookNow().finally(() => (looking = undefined))
    return Promise.race([looking, sleep(WAIT_FOR_LOOK_MS, undefined, { ref: false }).then(() => known)])
  }

  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  void look()
  return { find: (id) => ports.get(id), look, known: () => known, stop: () => clearInterval(timer) }
}
