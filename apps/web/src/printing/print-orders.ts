import type { UnprintedShipment } from '@postroom/contract/attention'
import type { DocumentPrint } from '@postroom/contract/shipment-print'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import { printerOf, printJobId, PRINTED_DOCUMENTS, type PrintedDocument } from './printed-documents.ts'

/** One document to print. A reprint needs the server's leave; any other job prints once, however often it is sent. */
export interface Order {
  document: PrintedDocument
  kind: PrinterKind
  jobId: string
  isReprint: boolean
}
type Wanted = Pick<Order, 'document' | 'kind'>

export const firstPrint = (shipmentId: string, { document, kind }: Wanted): Order => ({
  document,
  kind,
  jobId: printJobId(shipmentId, 'first', document),
  isReprint: false,
})

/** Reprints in a round of their own. */
export function reprintsOf(shipmentId: string, wanted: readonly Wanted[]): Order[] {
  const round = crypto.randomUUID()
  return wanted.map(({ document, kind }) => ({
    document,
    kind,
    jobId: printJobId(shipmentId, round, document),
    isReprint: true,
  }))
}

/** A shipment with the prints it still lacks. */
export type Unprinted = Pick<UnprintedShipment, 'id' | 'packaging' | 'prints'>

/**
 * What is left to print. A document that was never sent gets its first job. A job whose device manager has reported nothing
 * about its end is sent to it again, which prints it at most once. Any other document is reprinted, under an id that
 * another page would choose too.
 * @param hubOf the device manager that prints a kind here
 */
export const restToPrint = (
  { id, packaging, prints }: Unprinted,
  hubOf: (kind: PrinterKind) => string | undefined,
): Order[] =>
  prints.flatMap((print) => {
    const document = PRINTED_DOCUMENTS.find((known) => known === print.document)
    if (!document || print.state === 'printed') return []
    const wanted = { document, kind: printerOf(document, { parcels: [{ packaging }] }) }
    if (print.prints === 0) return firstPrint(id, wanted)
    if (print.job_id !== undefined && isOpenAt(print, hubOf(wanted.kind)))
      return { ...wanted, jobId: print.job_id, isReprint: false }
    return { ...wanted, jobId: printJobId(id, `again-${print.prints}`, document), isReprint: true }
  })

const isOpenAt = ({ hub_id, job_state }: DocumentPrint, hub: string | undefined): boolean =>
  hub_id === hub && (job_state === undefined || ['queued', 'sending', 'spooled'].includes(job_state))
