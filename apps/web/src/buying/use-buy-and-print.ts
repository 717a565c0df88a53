import type { Shipment, ShipmentDraftInput } from '@postroom/contract/shipment'
import { useState } from 'react'
import type { DocumentProgress, PrintProgress } from '../printing/print-progress.ts'
import { useShowsShipment } from '../printing/shown-shipments.ts'
import { usePrint } from '../printing/use-print.ts'
import { useBuyPostage, type BuyPostage } from './use-buy-postage.ts'

export interface BuyAndPrint {
  buying: BuyPostage
  progress: PrintProgress
  isPrinting: boolean
  /** The last shipment bought and printed, until the next purchase starts. */
  printed: Shipment | undefined
  buyAndPrint: (draft: ShipmentDraftInput) => Promise<void>
  /** The first print of a bought shipment. Sent twice, it prints each document once. */
  print: (shipment: Shipment) => Promise<void>
  /** A free reprint: of the missing documents after a failure, else of all. */
  printAgain: (shipment: Shipment) => Promise<void>
  /** The user has checked that a document of uncertain outcome came out. */
  cameOut: (shipment: Shipment, document: DocumentProgress) => void
  /** Ends the purchase, whether or not its documents are printed: they can be reprinted from home. */
  finish: (shipment: Shipment) => void
}

/** Buys, then prints. @param onFinished resets the form after a successful print run (spec §4) */
export function useBuyAndPrint(onFinished: () => void): BuyAndPrint {
  const buying = useBuyPostage()
  const { progress, printShipment, printMissing, cameOut, reset } = usePrint()
  const [printed, setPrinted] = useState<Shipment>()
  const { purchase } = buying
  useShowsShipment(purchase.phase === 'bought' ? purchase.shipment.id : undefined)
  const isResumed = purchase.phase === 'bought' && purchase.resumed

  function finish(shipment: Shipment): void {
    buying.forget()
    setPrinted(shipment)
    // a purchase from before a reload is not in the form; the next shipment may be
    if (!isResumed) onFinished()
  }

  async function follow(shipment: Shipment, printing: Promise<PrintProgress>): Promise<void> {
    const end = await printing
    // after a reprint the form may already hold the next shipment
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
