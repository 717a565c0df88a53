import { getShipment, type Shipment } from '@postroom/contract/shipment'
import type { PrinterKind } from '@postroom/domain/packaging'
import { useCallback, useState } from 'react'
import { call } from '../api/call.ts'
import { placeOf, useDevices } from '../device/device-context.tsx'
import { keepJob } from './kept-jobs.ts'
import { papersOf, printerOf, printJobId, type Paper } from './papers.ts'
import { failureOf, NOT_CONNECTED, printPaper } from './print-paper.ts'
import {
  failedOf,
  progressOf,
  withPaper,
  type JobProgress,
  type PaperProgress,
  type PrintProgress,
} from './print-progress.ts'

interface PrintOptions {
  /** The first print of a shipment prints each paper once, however often it is asked for; else it is a reprint. */
  isFirst?: boolean
  /** Only these papers. */
  papers?: readonly Paper[]
  isTest?: boolean
  /** Another printer than that of the paper, to test it. */
  kind?: PrinterKind
}

export interface Print {
  progress: PrintProgress
  /**
   * Prints the papers of a shipment with fresh links, each on its own printer, and follows them to their end. Reprints
   * are free, as often as needed. What a printer or a network does wrong is an answer, never thrown.
   */
  printShipment: (shipment: Shipment, options?: PrintOptions) => Promise<PrintProgress>
  /** Prints once more what did not come out; what did is still told. */
  printMissing: (shipment: Shipment) => Promise<PrintProgress>
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

  /** @param before the papers that are told together with those printed now */
  const print = useCallback(
    async (shipment: Shipment, options: PrintOptions, before: readonly PaperProgress[]): Promise<PrintProgress> => {
      const { isFirst = false, isTest = false, papers = papersOf(shipment) } = options
      const round = isFirst ? 'first' : crypto.randomUUID()
      const fresh = call(getShipment, { params: { id: shipment.id } })
      let now = before
      const printOne = async (paper: Paper): Promise<void> => {
        const kind = options.kind ?? printerOf(paper, shipment)
        let place: string | undefined
        const tell = (progress: JobProgress) => {
          now = withPaper(now, { paper, kind, place, ...progress })
          setRun({ papers: now, isTest })
        }
        tell({ phase: 'PRINTING' })
        const order = { paper, kind, jobId: printJobId(shipment.id, round, paper) }
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
        tell(await fresh.then(send).catch(failureOf))
      }
      await Promise.all(papers.map(printOne))
      return progressOf(now, isTest)
    },
    [settled],
  )

  const progress = progressOf(run.papers, run.isTest)
  const printShipment = useCallback<Print['printShipment']>(
    (shipment, options = {}) => print(shipment, options, []),
    [print],
  )
  const printMissing: Print['printMissing'] = (shipment) =>
    print(shipment, { papers: failedOf(progress).map(({ paper }) => paper) }, progress.papers)

  function cameOut({ paper, kind, place }: PaperProgress): boolean {
    const papers = withPaper(run.papers, { paper, kind, place, phase: 'DONE' })
    const isComplete = progressOf(papers, run.isTest).phase === 'DONE'
    setRun(isComplete ? NO_RUN : { ...run, papers })
    return isComplete
  }
  const reset = useCallback(() => setRun(NO_RUN), [])
  return { progress, printShipment, printMissing, cameOut, reset }
}
