import type { MediaSize } from '@postroom/domain/media/media-size'
import { getShipment, processShipment, type ShipmentDraftInput } from '@postroom/contract/shipment'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import { useCallback, useState } from 'react'
import { call } from '../api/call.ts'
import { delay } from '../api/delay.ts'
import { progressOf } from './print-progress.ts'
import { usePrint, type Print } from './use-print.ts'
import { useRulerPrint } from './use-ruler-print.ts'

/** A test label is printed this long after it was created (spec §9). */
const TEST_PRINT_DELAY_MS = 3_000

export interface TestPrint extends Pick<Print, 'progress' | 'reset'> {
  isRunning: boolean
  /**
   * Makes documents marked as a test, for nothing, and prints them.
   * @param kind prints only the label, on this kind of printer
   * @throws ApiError when the server refuses the draft, NetworkError when it does not answer
   */
  testPrint: (draft: ShipmentDraftInput, kind?: PrinterKind) => Promise<void>
  /** Prints the ruler page for these media on the printer of a kind. Failures are reported as progress, not thrown. */
  printRuler: (kind: PrinterKind, media: MediaSize) => Promise<void>
}

/** Test prints take the same path as real ones, without a purchase. */
export function useTestPrint(): TestPrint {
  const { progress, printShipment, reset: forgetLabel } = usePrint()
  const { ruler, print, forget: forgetRuler } = useRulerPrint()
  const [isRunning, setRunning] = useState(false)
  const forget = useCallback(() => {
    forgetLabel()
    forgetRuler()
  }, [forgetLabel, forgetRuler])

  const testPrint = useCallback<TestPrint['testPrint']>(
    async (draft, kind) => {
      forget()
      setRunning(true)
      try {
        const { id } = await call(processShipment, { query: { test: 'true' }, body: draft })
        const shipment = await call(getShipment, { params: { id } })
        await delay(TEST_PRINT_DELAY_MS)
        await printShipment(shipment, {
          isFirst: true,
          isTest: true,
          hasFreshLinks: true,
          ...(kind && { kind, documents: ['label'] }),
        })
      } finally {
        setRunning(false)
      }
    },
    [printShipment, forget],
  )
  async function printRuler(kind: PrinterKind, media: MediaSize): Promise<void> {
    forgetLabel()
    await print(kind, media)
  }
  const shown = ruler ? progressOf([ruler], true) : progress
  return {
    progress: isRunning && shown.phase !== 'TEST' ? { phase: 'TEST', documents: [] } : shown,
    isRunning: isRunning || shown.phase === 'TEST',
    testPrint,
    printRuler,
    reset: forget,
  }
}
