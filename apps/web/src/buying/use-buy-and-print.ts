import type { Shipment, ShipmentDraftInput } from '@postroom/contract/shipment'
import { useState } from 'react'
import type { DocumentProgress, PrintProgress } from '../printing/print-progress.ts'
import { usePrint } from '../printing/use-print.ts'
import { useBuyPostage, type BuyPostage } from './use-buy-postage.ts'

export interface BuyAndPrint {
  buying: BuyPostage
  progress: PrintProgress
  isPrinting: boolean
  /** What was bought and printed last, until the next purchase begins. */
  printed: Shipment | undefined
  buyAndPrint: (draft: ShipmentDraftInput) => Promise<void>
  /** The first print of a shipment that is bought: sent twice, it prints each document once. */
  print: (shipment: Shipment) => Promise<void>
  /** One more print, on purpose: of what is missing after a failure, else of all documents. It costs nothing. */
  printAgain: (shipment: Shipment) => Promise<void>
  /** A document nobody was sure about is there, as a person says. */
  cameOut: (shipment: Shipment, document: DocumentProgress) => void
  /** The purchase is at its end, whatever became of its documents: they can be printed again from home. */
  finish: (shipment: Shipment) => void
}

/** Buying, then printing what was bought. @param onFinished the shipment resets after a successful print run (spec §4) */
export function useBuyAndPrint(onFinished: () => void): BuyAndPrint {
  const buying = useBuyPostage()
  const { progress, printShipment, printMissing, cameOut, reset } = usePrint()
  const [printed, setPrinted] = useState<Shipment>()
  const { purchase } = buying
  const isResumed = purchase.phase === 'bought' && purchase.resumed

  function finish(shipment: Shipment): void {
    buying.forget()
    setPrinted(shipment)
    // what was bought before the page was loaded is not in the form: the next shipment may be
    if (!isResumed) onFinished()
  }

  async function follow(shipment: Shipment, printing: Promise<PrintProgress>): Promise<void> {
    const end = await printing
    // once more of what is finished: the form may hold the next shipment already
    if (end.phase === 'DONE' && shipment.id !== printed?.id) finish(shipment)
  }
  const print = (shipment: Shipment) => follow(shipment, printShipment(shipment, { isFirst: true }))

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
    printAgain: (shipment) =>
      follow(shipment, progress.phase === 'ERROR' ? printMissing(shipment) : printShipment(shipment)),
    cameOut(shipment, document) {
      if (cameOut(document) && shipment.id !== printed?.id) finish(shipment)
    },
    finish(shipment) {
      reset()
      finish(shipment)
    },
  }
}
