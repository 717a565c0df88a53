import type { ShipmentBatch } from '@postroom/contract/shipment-batch'
import { getShipment } from '@postroom/contract/shipment'
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import { failedOf, type PrintProgress } from '../../../printing/print-progress.ts'
import { usePrint } from '../../../printing/use-print.ts'

interface Stopped {
  id: string
  progress: PrintProgress
}

/**
 * Prints the bought rows of a batch, one after the other in their order, while the page is open. It stops at the first
 * label that does not come out, so that a jam does not use up a roll. A printer that never reports anything does not stop
 * it: the user is asked once, about all labels. Two pages send the same print of a label, which the
 * device manager prints once.
 */
export function useBatchPrinting(batch: ShipmentBatch | undefined) {
  const { printRest, printMissing } = usePrint()
  const [stopped, setStopped] = useState<Stopped>()
  const [begun, setBegun] = useState<ReadonlySet<string>>(new Set())
  const [isPrinting, setPrinting] = useState(false)

  async function print(id: string, printing: () => Promise<PrintProgress>): Promise<void> {
    setPrinting(true)
    setStopped(undefined)
    try {
      const progress = await printing()
      if (progress.phase === 'ERROR' && !isUnreported(progress)) setStopped({ id, progress })
    } catch {
      // the shipment could not be read; the next answer about the batch begins it again
      setBegun((all) => new Set([...all].filter((other) => other !== id)))
    }
    setPrinting(false)
  }

  const isBusy = stopped !== undefined || isPrinting
  const next = batch?.rows.find(
    ({ bought, shipment_id }) =>
      shipment_id !== undefined && bought?.print_state === 'not_printed' && !begun.has(shipment_id),
  )?.shipment_id

  useEffect(() => {
    if (isBusy || next === undefined) return
    setBegun((all) => new Set([...all, next]))
    void print(next, async () => {
      const { id, parcels, prints = [] } = await call(getShipment, { params: { id: next } })
      return printRest({ id, packaging: parcels[0]!.packaging, prints })
    })
  })

  const isOver = !isBusy && next === undefined && batch?.state === 'done'
  return {
    /** The shipments whose labels may have come out, once there is nothing more to print. */
    toAsk: isOver ? unknownIn(batch) : [],
    /** The label that did not come out. */
    stopped: stopped?.progress,
    printAgain: () => stopped && void print(stopped.id, () => printMissing(stopped)),
    /** Goes on with the next label; the one that failed can be printed from its shipment. */
    skip: () => setStopped(undefined),
  }
}

function unknownIn({ rows }: ShipmentBatch): string[] {
  if (rows.some(({ bought }) => bought?.print_state === 'queued')) return []
  return rows.flatMap(({ bought, shipment_id }) =>
    bought?.print_state === 'unknown' && shipment_id !== undefined ? [shipment_id] : [],
  )
}

/** Nobody but the user can know whether these documents came out. */
const isUnreported = (progress: PrintProgress): boolean =>
  failedOf(progress).every(({ code }) => code === 'print_not_reported')
