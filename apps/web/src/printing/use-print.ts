import { getShipment, type Shipment } from '@postroom/contract/shipment'
import { reprintShipment } from '@postroom/contract/shipment-change'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import { useCallback, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { announceFailure } from '../api/query-client.ts'
import { placeOf, useDevices } from '../device/device-context.tsx'
import { keepJob } from './kept-jobs.ts'
import { papersOf, printerOf, printJobId, type Paper } from './papers.ts'
import { failureOf, NOT_CONNECTED, printPaper } from './print-paper.ts'
import {
  failedOf,
  progressOf,
  withoutDone,
  withPaper,
  type JobProgress,
  type PaperProgress,
  type PrintProgress,
} from './print-progress.ts'

type Order = Pick<PaperProgress, 'paper' | 'kind'>

interface RunOptions {
  /** The first print of a shipment prints each paper once, however often it is asked for; else it is a reprint. */
  isFirst?: boolean
  isTest?: boolean
}

interface PrintOptions extends RunOptions {
  /** Only these papers. */
  papers?: readonly Paper[]
  /** Another printer than that of the paper, to test it. */
  kind?: PrinterKind
}

export interface Print {
  progress: PrintProgress
  /**
   * Prints the papers of a shipment with fresh links, each on its own printer, and follows them to their end. Reprints
   * are free, as often as needed. What a printer or a network does wrong is an answer, never thrown. Told together with
   * what is still printed and what did not come out before.
   */
  printShipment: (shipment: Shipment, options?: PrintOptions) => Promise<PrintProgress>
  /** One paper once more, in the same way. */
  reprintPaper: (shipmentId: string, order: Order) => Promise<PrintProgress>
  /** Prints once more what did not come out; what did is still told. */
  printMissing: (shipment: Pick<Shipment, 'id'>) => Promise<PrintProgress>
  /** A person has looked, and this paper is there. True when with it nothing is missing any more. */
  cameOut: (paper: PaperProgress) => boolean
  reset: () => void
}

interface Run {
  papers: readonly PaperProgress[]
  isTest: boolean
}
const NO_RUN: Run = { papers: [], isTest: false }

/** Printing through the device manager, with the states of spec §4. */
export function usePrint(): Print {
  const { settled } = useDevices()
  const [run, setRun] = useState(NO_RUN)

  /** @param before the papers that this run goes on with; without them what is done is forgotten */
  const print = useCallback(
    async (
      shipmentId: string,
      orders: readonly Order[],
      { isFirst = false, isTest = false }: RunOptions = {},
      before?: readonly PaperProgress[],
    ): Promise<PrintProgress> => {
      const round = isFirst ? 'first' : crypto.randomUUID()
      const params = { id: shipmentId }
      const fresh = isFirst
        ? call(getShipment, { params })
        : call(reprintShipment, {
            params,
            body: { papers: orders.flatMap(({ paper }) => (paper === 'ruler' ? [] : paper)) },
          })
      let now = before ?? []
      if (!before) setRun((others) => ({ papers: withoutDone(others.papers), isTest }))
      const printOne = async ({ paper, kind }: Order): Promise<void> => {
        let place: string | undefined
        const tell = (progress: JobProgress) => {
          const told = { paper, kind, place, ...progress }
          now = withPaper(now, told)
          // another run may be at work on other papers
          setRun((all) => ({ papers: withPaper(all.papers, told), isTest }))
        }
        tell({ phase: 'PRINTING' })
        const order = { paper, kind, jobId: printJobId(shipmentId, round, paper) }
        const send = async (there: Shipment) => {
          // a purchase takes its time: what counts is where each kind is printed when it is sent
          const devices = await settled(kind)
          const device = devices.byKind[kind]
          place = placeOf(devices, kind)
          if (place === undefined) return printPaper(device, there, order, tell)
          // nothing is sent to another workstation that is away: so it is certain that it can be printed later
          if (device.state !== 'connected') return NOT_CONNECTED
          keepJob(localStorage, 'sent', order.jobId)
          return printPaper(device, there, order, tell)
        }
        tell(await fresh.then(send).catch(whyNotSent))
      }
      await Promise.all(orders.map(printOne))
      return progressOf(now, isTest)
    },
    [settled],
  )

  const progress = progressOf(run.papers, run.isTest)
  const printShipment = useCallback<Print['printShipment']>(
    (shipment, { papers = papersOf(shipment), kind, ...options } = {}) =>
      print(
        shipment.id,
        papers.map((paper) => ({ paper, kind: kind ?? printerOf(paper, shipment) })),
        options,
      ),
    [print],
  )
  const printMissing: Print['printMissing'] = ({ id }) => print(id, failedOf(progress), {}, progress.papers)

  function cameOut({ paper, kind, place }: PaperProgress): boolean {
    const papers = withPaper(run.papers, { paper, kind, place, phase: 'DONE' })
    const isComplete = progressOf(papers, run.isTest).phase === 'DONE'
    setRun(isComplete ? NO_RUN : { ...run, papers })
    return isComplete
  }
  const reset = useCallback(() => setRun(NO_RUN), [])
  return { progress, printShipment, reprintPaper: (id, order) => print(id, [order]), printMissing, cameOut, reset }
}

/** An ended session leads to the sign-in page and back here, whatever else is told. */
function whyNotSent(cause: unknown): JobProgress {
  if (cause instanceof ApiError && cause.status === 401) announceFailure(cause)
  return failureOf(cause)
}
