import type { ReadBack } from '@postroom/contract/device-messages'
import type { PageCode } from '@postroom/contract/page-code'
import { offsetOn } from '@postroom/contract/print-offset'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import { useState } from 'react'
import type { Device } from '../../device/device-connector.tsx'
import { useDevices } from '../../device/device-context.tsx'
import { mediaOfKind } from '../../printing/media-of-kind.ts'
import { chosenPrinter } from '../../printing/chosen-printer.ts'
import { progressOf } from '../../printing/print-progress.ts'
import { useRulerPrint } from '../../printing/use-ruler-print.ts'

/** A decoder needs some seconds for a large sheet. */
const READ_TIMEOUT_MS = 30_000

/** A test page that was printed. */
export interface TestPage {
  kind: PrinterKind
  printer: string
  /** In milliseconds since 1970. */
  at: number
  /** What was drawn. A small label has room for one code or none. */
  drawn: readonly PageCode[]
  /** Whether a decoder has read the dots that were sent. `no_dots`: the printer draws pages itself. */
  state: 'reading' | 'read' | 'no_dots' | 'no_answer'
  read?: ReadBack | undefined
  offset: { x_mm: number; y_mm: number }
}

/** Prints a test page, and has the device manager read the dots that it sent to the printer. */
export function useTestPage() {
  const { byKind } = useDevices()
  const { ruler, print, forget } = useRulerPrint()
  const [page, setPage] = useState<TestPage>()

  async function run(kind: PrinterKind): Promise<void> {
    const device = byKind[kind]
    const { config, printer } = chosenPrinter(device, kind)
    if (!config || !printer) return
    setPage(undefined)
    const media = mediaOfKind(kind, config, printer)
    const printed = await print(kind, media)
    if (!printed) return
    const { x_mm = 0, y_mm = 0 } = offsetOn(config, media) ?? {}
    const about = { kind, printer: printer.name, at: Date.now(), drawn: printed.codes, offset: { x_mm, y_mm } }
    setPage({ ...about, state: 'reading' })
    setPage({ ...about, ...(await readBack(device, printed.jobId)) })
  }
  const progress = progressOf(ruler ? [ruler] : [], true)
  return {
    page,
    /** Of the print; that it is printed shows in `page`. */
    progress,
    isRunning: progress.phase === 'TEST' || page?.state === 'reading',
    run: (kind: PrinterKind) => {
      forget()
      void run(kind)
    },
  }
}

/** An older device manager does not know the request, and refuses it. */
const readBack = (device: Device, job_id: string): Promise<Pick<TestPage, 'state' | 'read'>> =>
  device.request('print.read_back', { job_id }, { timeoutMs: READ_TIMEOUT_MS }).then(
    ({ page: read }) => ({ state: read ? ('read' as const) : ('no_dots' as const), read }),
    () => ({ state: 'no_answer' as const }),
  )
