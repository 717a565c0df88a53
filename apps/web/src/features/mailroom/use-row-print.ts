import { getShipment, type Shipment } from '@postroom/contract/shipment'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { failureText } from '../../printing/failure-text.ts'
import { failedOf } from '../../printing/print-progress.ts'
import { usePrint } from '../../printing/use-print.ts'
import { soldItemOf, type QueueItem, type Work } from './rows/queue-row.ts'
import type { SoldItem } from './sold-item.ts'

export interface RowPrint {
  /** Prints a bought row after those before it. Sent twice, it prints each document once. */
  print: (item: QueueItem, shipment: Shipment) => Promise<void>
  /** Prints a row again whose labels did not come out. */
  printAgain: (item: QueueItem, shipment: Shipment) => Promise<void>
  /** Prints a row that was bought in a batch or on its own page, unless it is printed. */
  printSold: (sold: SoldItem) => Promise<void>
}

/** Prints rows in the order in which they were bought. @param show keeps what became of a row */
export function useRowPrint(show: (item: QueueItem, work: Work) => void): RowPrint {
  const { i18n } = useTranslation()
  const { printShipment } = usePrint()
  const last = useRef<Promise<void>>(Promise.resolve())

  async function printNow(item: QueueItem, shipment: Shipment, isFirst: boolean): Promise<void> {
    const end = await printShipment(shipment, { isFirst })
    if (end.phase === 'DONE') return show(item, { step: 'printed', shipment })
    const [failed] = failedOf(end)
    if (!failed) return undefined
    const why = failureText(failed, failed.kind, i18n)
    return show(item, { step: 'not_printed', shipment, why, uncertain: failed.uncertain })
  }
  const inTurn = (isFirst: boolean) => (item: QueueItem, shipment: Shipment) => {
    show(item, { step: 'bought', shipment })
    last.current = last.current.then(() => printNow(item, shipment, isFirst))
    return last.current
  }
  const print = inTurn(true)
  return {
    print,
    printAgain: inTurn(false),
    async printSold({ id, code, pending_id }) {
      const shipment = await call(getShipment, { params: { id } })
      const item = soldItemOf(code, pending_id, shipment)
      if (shipment.print_state === 'printed') return show(item, { step: 'printed', shipment })
      return print(item, shipment)
    },
  }
}
