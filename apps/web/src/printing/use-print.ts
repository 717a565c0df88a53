import { getShipment, type Shipment } from '@postroom/contract/shipment'
import { reprintShipment, type ReprintReason } from '@postroom/contract/shipment-change'
import { confirmPrint } from '@postroom/contract/shipment-print'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { announceFailure } from '../api/query-client.ts'
import { placeOf, useDevices } from '../device/device-context.tsx'
import { keepJob } from './kept-jobs.ts'
import { firstPrint, reprintsOf, restToPrint, type Order, type Unprinted } from './print-orders.ts'
import { documentsOf, printerOf, type PrintedDocument } from './printed-documents.ts'
import { failureOf, NOT_CONNECTED, printDocument } from './print-document.ts'
import {
  failedOf,
  progressOf,
  withoutDone,
  withDocument,
  type JobProgress,
  type DocumentProgress,
  type PrintProgress,
} from './print-progress.ts'
import { useLeaveWarning } from './use-leave-warning.ts'

interface PrintOptions {
  /** The first print of a shipment, which prints each document once however often it is sent; otherwise a reprint. */
  isFirst?: boolean
  /** The shipment has just been answered: its links, which are valid for minutes, need not be fetched again. */
  hasFreshLinks?: boolean
  isTest?: boolean
  /** Why it is printed again; recorded. */
  reason?: ReprintReason
  /** Only these documents; all by default. */
  documents?: readonly PrintedDocument[]
  /** Another kind of printer than the document's own, to test it. */
  kind?: PrinterKind
}

export interface Print {
  progress: PrintProgress
  /**
   * Prints the documents of a shipment with fresh links, each on its own printer, and follows them to their end. Reprints
   * are free and unlimited. Printer and network failures are returned, never thrown. The result includes documents that
   * are still printing or failed before.
   */
  printShipment: (shipment: Shipment, options?: PrintOptions) => Promise<PrintProgress>
  /** Prints what a shipment still lacks. Two pages that do so at once send the same jobs. */
  printRest: (shipment: Unprinted) => Promise<PrintProgress>
  /** Reprints one document. */
  reprintDocument: (shipmentId: string, order: Pick<Order, 'document' | 'kind'>) => Promise<PrintProgress>
  /** Reprints the documents that did not come out, and keeps the progress of the others. */
  printMissing: (shipment: Pick<Shipment, 'id'>) => Promise<PrintProgress>
  /** The user has checked that this document came out. @returns whether all documents are printed now */
  cameOut: (document: DocumentProgress) => boolean
  reset: () => void
}

interface Run {
  documents: readonly DocumentProgress[]
  isTest: boolean
  /** The shipment, when all its documents that are not printed are in this run. */
  completes?: string | undefined
}
const NO_RUN: Run = { documents: [], isTest: false }

/** Printing through the device manager, with the states of spec §4. */
export function usePrint(): Print {
  const { settled, byKind } = useDevices()
  const queryClient = useQueryClient()
  const [run, setRun] = useState(NO_RUN)

  const printsChanged = useCallback(
    () => Promise.all(['attention', 'shipments'].map((noun) => queryClient.invalidateQueries({ queryKey: [noun] }))),
    [queryClient],
  )

  /** @param before the documents this run continues with; without them, printed ones are dropped */
  const print = useCallback(
    async (
      shipmentId: string,
      orders: readonly Order[],
      {
        isTest,
        completes,
        reason,
        fresh,
      }: Omit<Run, 'documents'> & { reason?: ReprintReason; fresh?: Shipment } = NO_RUN,
      before?: readonly DocumentProgress[],
    ): Promise<PrintProgress> => {
      const params = { id: shipmentId }
      const reprints = orders.flatMap(({ document, isReprint }) => (isReprint && document !== 'ruler' ? document : []))
      const linked =
        reprints.length > 0
          ? call(reprintShipment, { params, body: { documents: reprints, ...(reason && { reason }) } })
          : fresh && canPrint(fresh, orders)
            ? Promise.resolve(fresh)
            : call(getShipment, { params })
      let now = before ?? []
      if (!before) setRun((others) => ({ documents: withoutDone(others.documents), isTest, completes }))
      const printOne = async ({ document, kind, jobId }: Order): Promise<void> => {
        let place: string | undefined
        const report = (progress: JobProgress) => {
          const reported = { document, kind, place, ...progress }
          now = withDocument(now, reported)
          // another run may be printing other documents
          setRun((all) => ({ ...all, documents: withDocument(all.documents, reported), isTest }))
        }
        report({ phase: 'PRINTING' })
        const order = { document, kind, jobId }
        const send = async (there: Shipment) => {
          // the choice of workstation counts when the document is sent: it may have changed during the purchase
          const devices = await settled(kind)
          const device = devices.byKind[kind]
          place = placeOf(devices, kind)
          if (place === undefined) return printDocument(device, there, order, report)
          // nothing is sent to a disconnected workstation, so it can safely be printed later
          if (device.state !== 'connected') return NOT_CONNECTED
          keepJob(localStorage, 'sent', order.jobId)
          return printDocument(device, there, order, report)
        }
        report(await linked.then(send).catch(whyNotSent))
      }
      await Promise.all(orders.map(printOne))
      if (!isTest) void printsChanged()
      return progressOf(now, isTest)
    },
    [settled, printsChanged],
  )

  const progress = progressOf(run.documents, run.isTest)
  useLeaveWarning(progress.phase === 'PRINTING')

  const printShipment = useCallback<Print['printShipment']>(
    (shipment, { documents = documentsOf(shipment), kind, isFirst, hasFreshLinks, isTest = false, reason } = {}) => {
      const orders = documents.map((document) => ({ document, kind: kind ?? printerOf(document, shipment) }))
      const isWhole = documents.length === documentsOf(shipment).length
      const all = isFirst ? orders.map((order) => firstPrint(shipment.id, order)) : reprintsOf(shipment.id, orders)
      return print(shipment.id, all, {
        isTest,
        completes: isWhole ? shipment.id : undefined,
        ...(reason && { reason }),
        ...(hasFreshLinks && { fresh: shipment }),
      })
    },
    [print],
  )
  const printRest: Print['printRest'] = (shipment) =>
    print(
      shipment.id,
      restToPrint(shipment, (kind) => byKind[kind].hub?.id),
      { isTest: false, completes: shipment.id },
    )
  const printMissing: Print['printMissing'] = ({ id }) =>
    print(id, reprintsOf(id, failedOf(progress)), run, progress.documents)

  function cameOut({ document, kind, place }: DocumentProgress): boolean {
    const documents = withDocument(run.documents, { document, kind, place, phase: 'DONE' })
    const isComplete = progressOf(documents, run.isTest).phase === 'DONE'
    setRun(isComplete ? NO_RUN : { ...run, documents })
    if (isComplete && run.completes !== undefined && !run.isTest)
      void call(confirmPrint, { params: { id: run.completes } }).then(printsChanged, announceFailure)
    return isComplete
  }
  const reset = useCallback(() => setRun(NO_RUN), [])
  return {
    progress,
    printShipment,
    printRest,
    reprintDocument: (id, order) => print(id, reprintsOf(id, [order])),
    printMissing,
    cameOut,
    reset,
  }
}

/** Whether a shipment has all these documents, drawn and with a link. */
const canPrint = ({ docs }: Shipment, orders: readonly Order[]): boolean =>
  orders.every(({ document }) =>
    docs.some(({ type, status, url }) => type === document && status === 'ready' && url !== ''),
  )

/** Why nothing was sent. An ended session also leads to the sign-in page. */
function whyNotSent(cause: unknown): JobProgress {
  if (cause instanceof ApiError && cause.status === 401) announceFailure(cause)
  return failureOf(cause)
}
