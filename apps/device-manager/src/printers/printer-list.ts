import type { Printer } from '@postroom/contract/device-messages'
import { usbBrotherPrinters, type UsbPlaces } from './brother/usb-printers.ts'
import { printableName } from './printable-name.ts'
import type { PrinterPort } from './printer.ts'
import { isSamePrinter } from './same-printer.ts'
import { systemPrinters } from './system-printers.ts'

const LOOK_EVERY_MS = 5_000

export interface PrinterList {
  find(id: string): PrinterPort | undefined
  /** Asks every printer now. */
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
    const printers = described.map(inOneLine)
    const hasChanged = JSON.stringify(printers) !== JSON.stringify(known)
    known = printers
    if (hasChanged) onChange(printers)
    return printers
  }

  const look = () => (looking ??= lookNow().finally(() => (looking = undefined)))
  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  void look()
  return { find: (id) => ports.get(id), look, known: () => known, stop: () => clearInterval(timer) }
}

const inOneLine = (printer: Printer): Printer => ({
  ...printer,
  name: printableName(printer.name) || printableName(printer.id),
})
