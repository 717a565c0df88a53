import type { Shipment, ShipmentDraftInput } from '@postroom/contract/shipment'
import type { ReprintReason } from '@postroom/contract/shipment-change'
import { useState } from 'react'
import type { DocumentProgress, PrintProgress } from '../printing/print-progress.ts'
import { useShowsShipment } from '../printing/shown-shipments.ts'
import { usePrint } from '../printing/use-print.ts'
import { useBuyPostage, type BuyPostage } from './use-buy-postage.ts'

/** A shipment of the mailroom queue, which prints what is bought of it. */
export interface PreparedPurchase {
  pendingId: string
  /** Keeps the corrections, so that a refused purchase does not lose them. @returns false when it must not be bought */
  keep: () => Promise<boolean>
  isKeeping: boolean
  onBought: (shipment: Shipment) => void
}

export interface BuyAndPrint {
  buying: BuyPostage
  progress: PrintProgress
  isPrinting: boolean
  /** The last shipment bought, until the next purchase starts or the user closes it. */
  result: Shipment | undefined
  buyAndPrint: (draft: ShipmentDraftInput, prepared?: PreparedPurchase) => Promise<void>
  /** The first print of a shipment bought before the page was loaded. Sent twice, it prints each document once. */
  print: (shipment: Shipment) => Promise<void>
  /** A free reprint: of the missing documents after a failure, else of all. */
  printAgain: (shipment: Shipment, reason?: ReprintReason) => Promise<void>
  /** The user has checked that a document of uncertain outcome came out. */
  cameOut: (document: DocumentProgress) => void
  /** Hides the result. Its documents can still be printed from home. */
  close: () => void
}

/**
 * Buys, then prints.
 * @param onBought empties the form: what is bought is shown as the result, printed or not
 * @param beforePrint what must be kept before the first print is sent
 */
export function useBuyAndPrint(onBought: () => void, beforePrint?: (shipment: Shipment) => Promise<void>): BuyAndPrint {
  const buying = useBuyPostage()
  const { progress, printShipment, printMissing, cameOut, reset } = usePrint()
  const [result, setResult] = useState<Shipment>()
  const { purchase } = buying
  useShowsShipment(result?.id ?? (purchase.phase === 'bought' ? purchase.shipment.id : undefined))

  async function follow(printing: Promise<PrintProgress>): Promise<void> {
    const end = await printing
    // the next purchase gets a new key, even of the same item
    if (end.phase === 'DONE') buying.forget()
  }

  async function print(shipment: Shipment, isJustBought = false): Promise<void> {
    setResult(shipment)
    await beforePrint?.(shipment)
    await follow(printShipment(shipment, { isFirst: true, hasFreshLinks: isJustBought }))
  }

  function close(): void {
    if (purchase.phase === 'bought') buying.forget()
    reset()
    setResult(undefined)
  }

  return {
    buying,
    progress,
    isPrinting: progress.phase === 'PRINTING',
    result,
    async buyAndPrint(draft, prepared) {
      close()
      if (prepared && !(await prepared.keep())) return
      const shipment = await buying.buy(draft, prepared?.pendingId)
      if (!shipment) return
      if (prepared) {
        buying.forget()
        return prepared.onBought(shipment)
      }
      onBought()
      await print(shipment, true)
    },
    print: (shipment) => print(shipment),
    printAgain: (shipment, reason) =>
      follow(
        progress.phase === 'ERROR' ? printMissing(shipment) : printShipment(shipment, { ...(reason && { reason }) }),
      ),
    cameOut: (document) => {
      if (cameOut(document)) buying.forget()
    },
    close,
  }
}
