import { getShipment, processShipment, type ShipmentDraftInput } from '@postroom/contract/shipment'
import type { PrinterKind } from '@postroom/domain/packaging'
import { useCallback, useState } from 'react'
import { call } from '../api/call.ts'
import { usePrint, type Print } from './use-print.ts'

/** A test label is printed this long after it was made (spec §9). */
const TEST_PRINT_DELAY_MS = 3_000

export interface TestPrint extends Pick<Print, 'progress' | 'reset'> {
  isRunning: boolean
  /**
   * Makes marked papers without money and prints them.
   * @param kind only the label, on this printer
   * @throws ApiError when the server refuses the draft
   */
  testPrint: (draft: ShipmentDraftInput, kind?: PrinterKind) => Promise<void>
}

/** Test prints go the way of real ones, except that nothing is paid. */
export function useTestPrint(): TestPrint {
  const { progress, printShipment, reset } = usePrint()
  const [isRunning, setRunning] = useState(false)

  const testPrint = useCallback<TestPrint['testPrint']>(
    async (draft, kind) => {
      setRunning(true)
      try {
        const { id } = await call(processShipment, { query: { test: 'true' }, body: draft })
        const shipment = await call(getShipment, { params: { id } })
        await new Promise((resolve) => setTimeout(resolve, TEST_PRINT_DELAY_MS))
        await printShipment(shipment, kind ? { isTest: true, kind, papers: ['label'] } : { isTest: true })
      } finally {
        setRunning(false)
      }
    },
    [printShipment],
  )
  return {
    progress: isRunning && progress.phase !== 'TEST' ? { phase: 'TEST', papers: [] } : progress,
    isRunning,
    testPrint,
    reset,
  }
}
