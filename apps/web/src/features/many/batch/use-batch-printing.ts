import type { ShipmentBatch } from '@postroom/contract/shipment-batch'
import { getShipment } from '@postroom/contract/shipment'
import type { PrintState } from '@postroom/domain/media/print-state'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { delay } from '../../../api/delay.ts'
import { failedOf, type PrintProgress } from '../../../printing/print-progress.ts'
import { usePrint } from '../../../printing/use-print.ts'

const READ_AGAIN_MS = 5_000

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
  const [isPrinting, setPrinting] = useState(false)
  /** Those that did not come out, and wait for the user. */
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  const begun = useRef(new Set<string>())

  async function print(id: string, printing: () => Promise<PrintProgress>): Promise<void> {
    setPrinting(true)
    setStopped(undefined)
    try {
      const progress = await printing()
      if (progress.phase === 'ERROR') setFailed((all) => new Set([...all, id]))
      if (progress.phase === 'ERROR' && !isUnreported(progress)) setStopped({ id, progress })
    } catch {
      // the shipment could not be read; without the wait, every render would ask for it again
      await delay(READ_AGAIN_MS)
      begun.current.delete(id)
    }
    setPrinting(false)
  }

  const isBusy = stopped !== undefined || isPrinting
  useEffect(() => {
    if (isBusy) return
    const next = toPrintIn(batch).find((id) => !begun.current.has(id))
    if (next === undefined) return
    begun.current.add(next)
    void print(next, async () => {
      const { id, parcels, prints = [] } = await call(getShipment, { params: { id: next } })
      return printRest({ id, packaging: parcels[0]!.packaging, prints })
    })
  })

  const isOver = !isBusy && batch?.state === 'done' && toPrintIn(batch).every((id) => failed.has(id))
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

const boughtIn = (batch: ShipmentBatch | undefined, state: PrintState): string[] =>
  (batch?.rows ?? []).flatMap(({ bought, shipment_id }) =>
    bought?.print_state === state && shipment_id !== undefined ? [shipment_id] : [],
  )
const toPrintIn = (batch: ShipmentBatch | undefined): string[] => boughtIn(batch, 'not_printed')

const unknownIn = (batch: ShipmentBatch): string[] =>
  boughtIn(batch, 'queued').length > 0 ? [] : boughtIn(batch, 'unknown')

/** Nobody but the user can know whether these documents came out. */
const isUnreported = (progress: PrintProgress): boolean =>
  failedOf(progress).every(({ code }) => code === 'print_not_reported')
