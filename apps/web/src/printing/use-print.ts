import { getShipment, type Shipment } from '@postroom/contract/shipment'
import { reprintShipment } from '@postroom/contract/shipment-change'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import { useCallback, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { announceFailure } from '../api/query-client.ts'
import { placeOf, useDevices } from '../device/device-context.tsx'
import { keepJob } from './kept-jobs.ts'
import { documentsOf, printerOf, printJobId, type PrintedDocument } from './printed-documents.ts'
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

type Order = Pick<DocumentProgress, 'document' | 'kind'>

interface RunOptions {
  /** The first print of a shipment, which prints each document once however often it is sent; otherwise a reprint. */
  isFirst?: boolean
  isTest?: boolean
}

interface PrintOptions extends RunOptions {
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
  /** Reprints one document. */
  reprintDocument: (shipmentId: string, order: Order) => Promise<PrintProgress>
  /** Reprints the documents that did not come out, and keeps the progress of the others. */
  printMissing: (shipment: Pick<Shipment, 'id'>) => Promise<PrintProgress>
  /** The user has checked that this document came out. @returns whether all documents are printed now */
  cameOut: (document: DocumentProgress) => boolean
  reset: () => void
}

interface Run {
  documents: readonly DocumentProgress[]
  isTest: boolean
}
const NO_RUN: Run = { documents: [], isTest: false }

/** Printing through the device manager, with the states of spec §4. */
export function usePrint(): Print {
  const { settled } = useDevices()
  const [run, setRun] = useState(NO_RUN)

  /** @param before the documents this run continues with; without them, printed ones are dropped */
  const print = useCallback(
    async (
      shipmentId: string,
      orders: readonly Order[],
      { isFirst = false, isTest = false }: RunOptions = {},
      before?: readonly DocumentProgress[],
    ): Promise<PrintProgress> => {
      const round = isFirst ? 'first' : crypto.randomUUID()
      const params = { id: shipmentId }
      const fresh = isFirst
        ? call(getShipment, { params })
        : call(reprintShipment, {
            params,
            body: { documents: orders.flatMap(({ document }) => (document === 'ruler' ? [] : document)) },
          })
      let now = before ?? []
      if (!before) setRun((others) => ({ documents: withoutDone(others.documents), isTest }))
      const printOne = async ({ document, kind }: Order): Promise<void> => {
        let place: string | undefined
        const report = (progress: JobProgress) => {
          const reported = { document, kind, place, ...progress }
          now = withDocument(now, reported)
          // another run may be printing other documents
          setRun((all) => ({ documents: withDocument(all.documents, reported), isTest }))
        }
        report({ phase: 'PRINTING' })
        const order = { document, kind, jobId: printJobId(shipmentId, round, document) }
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
        report(await fresh.then(send).catch(whyNotSent))
      }
      await Promise.all(orders.map(printOne))
      return progressOf(now, isTest)
    },
    [settled],
  )

  const progress = progressOf(run.documents, run.isTest)
  const printShipment = useCallback<Print['printShipment']>(
    (shipment, { documents = documentsOf(shipment), kind, ...options } = {}) =>
      print(
        shipment.id,
        documents.map((document) => ({ document, kind: kind ?? printerOf(document, shipment) })),
        options,
      ),
    [print],
  )
  const printMissing: Print['printMissing'] = ({ id }) => print(id, failedOf(progress), {}, progress.documents)

  function cameOut({ document, kind, place }: DocumentProgress): boolean {
    const documents = withDocument(run.documents, { document, kind, place, phase: 'DONE' })
    const isComplete = progressOf(documents, run.isTest).phase === 'DONE'
    setRun(isComplete ? NO_RUN : { ...run, documents })
    return isComplete
  }
  const reset = useCallback(() => setRun(NO_RUN), [])
  return { progress, printShipment, reprintDocument: (id, order) => print(id, [order]), printMissing, cameOut, reset }
}

/** Why nothing was sent. An ended session also leads to the sign-in page. */
function whyNotSent(cause: unknown): JobProgress {
  if (cause instanceof ApiError && cause.status === 401) announceFailure(cause)
  return failureOf(cause)
}
