import type { Shipment, ShipmentDraftInput } from '@postroom/contract/shipment'
import { useState } from 'react'
import { firstPrintId, type PrintProgress } from '../../printing/print-progress.ts'
import { usePrint } from '../../printing/use-print.ts'
import { useBuyPostage, type BuyPostage } from './use-buy-postage.ts'

export interface BuyAndPrint {
  buying: BuyPostage
  progress: PrintProgress
  isPrinting: boolean
  /** What was bought and printed last, until the next purchase begins. */
  printed: Shipment | undefined
  buyAndPrint: (draft: ShipmentDraftInput) => Promise<void>
  /** The first print of a shipment that is bought: sent twice, it prints once. */
  print: (shipment: Shipment) => Promise<void>
  /** One more print, on purpose. It costs nothing. */
  printAgain: (shipment: Shipment) => Promise<void>
  /** The label is there, as a printer or a person says: the purchase is at its end. */
  finish: (shipment: Shipment) => void
}

/** Buying, then printing what was bought. @param onFinished the shipment resets after a successful print run (spec §4) */
export function useBuyAndPrint(onFinished: () => void): BuyAndPrint {
  const buying = useBuyPostage()
  const { progress, printShipment, reset } = usePrint()
  const [printed, setPrinted] = useState<Shipment>()

  function finish(shipment: Shipment): void {
    buying.forget()
    setPrinted(shipment)
    onFinished()
  }

  async function run(shipment: Shipment, jobId?: string): Promise<void> {
    const end = await printShipment(shipment, jobId === undefined ? {} : { jobId })
    if (end.phase === 'DONE') finish(shipment)
  }
  const print = (shipment: Shipment) => run(shipment, firstPrintId(shipment.id))

  return {
    buying,
    progress,
    isPrinting: progress.phase === 'PRINTING',
    printed,
    async buyAndPrint(draft) {
      reset()
      setPrinted(undefined)
      const shipment = await buying.buy(draft)
      if (shipment) await print(shipment)
    },
    print,
    printAgain: (shipment) => run(shipment),
    finish(shipment) {
      reset()
      finish(shipment)
    },
  }
}
