import type { ShipmentBatch } from '@postroom/contract/shipment-batch'
import { getShipment } from '@postroom/contract/shipment'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import type { PrintProgress } from '../../../printing/print-progress.ts'
import { usePrint } from '../../../printing/use-print.ts'

interface Stopped {
  id: string
  progress: PrintProgress
}

/**
 * Prints the bought rows of a batch, one after the other in their order, while the page is open. It stops at the first
 * label that does not come out, so that a jam does not use up a roll. Two pages send the same print of a label, which the
 * device manager prints once.
 */
export function useBatchPrinting(batch: ShipmentBatch | undefined) {
  const { printRest, printMissing } = usePrint()
  const [stopped, setStopped] = useState<Stopped>()
  const begun = useRef(new Set<string>())
  const isPrinting = useRef(false)

  async function print(id: string, printing: () => Promise<PrintProgress>): Promise<void> {
    isPrinting.current = true
    setStopped(undefined)
    try {
      const progress = await printing()
      if (progress.phase === 'ERROR') setStopped({ id, progress })
    } catch {
      // the shipment could not be read; the next answer about the batch begins it again
      begun.current.delete(id)
    }
    isPrinting.current = false
  }

  useEffect(() => {
    if (stopped || isPrinting.current) return
    const next = batch?.rows.find(
      ({ bought, shipment_id }) =>
        shipment_id !== undefined && bought?.print_state === 'not_printed' && !begun.current.has(shipment_id),
    )?.shipment_id
    if (next === undefined) return
    begun.current.add(next)
    void print(next, async () => {
      const { id, parcels, prints = [] } = await call(getShipment, { params: { id: next } })
      return printRest({ id, packaging: parcels[0]!.packaging, prints })
    })
  })

  return {
    /** The label that did not come out. */
    stopped: stopped?.progress,
    printAgain: () => stopped && void print(stopped.id, () => printMissing(stopped)),
    /** Goes on with the next label; the one that failed can be printed from its shipment. */
    skip: () => setStopped(undefined),
  }
}
