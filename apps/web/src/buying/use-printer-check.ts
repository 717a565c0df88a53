import type { CarrierAccount } from '@postroom/contract/carrier'
import type { ArgsOf, DocumentVerdict } from '@postroom/contract/device-messages'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import { gridsOf } from '@postroom/domain/media/label-drawing'
import { useState } from 'react'
import { useBalance } from '../accounts/balance-queries.ts'
import { useDevices } from '../device/device-context.tsx'
import type { Device } from '../device/device-connector.tsx'
import { drawingFor } from '../printing/chosen-printer.ts'
import { documentsToPrint, labelStockOf, type ShipmentToPrint } from '../printing/printed-documents.ts'

/** A network printer that does not answer takes two seconds to time out. */
const CHECK_TIMEOUT_MS = 6_000

interface PrinterCheck {
  isAsking: boolean
  /** What the printers answered last, unless the media fit. */
  doubts: readonly DocumentVerdict[]
  /** False when a printer refuses a document. A missing answer does not block: spec §5 decides then. */
  mayBuy: (shipment: ShipmentToPrint) => Promise<boolean>
}

/** Asks the printers whether they can print the documents of a purchase, before money moves. */
export function usePrinterCheck(): PrinterCheck {
  const { byKind } = useDevices()
  const { account } = useBalance()
  const [isAsking, setAsking] = useState(false)
  const [doubts, setDoubts] = useState<readonly DocumentVerdict[]>([])

  async function mayBuy(shipment: ShipmentToPrint): Promise<boolean> {
    const documents = documentsToPrint(shipment)
    const undrawn = documents.filter(
      ({ kind }) => kind !== 'form' && !hasDrawing(shipment, byKind[kind], kind, account),
    )
    if (undrawn.length > 0) {
      setDoubts(undrawn.map(({ kind }) => ({ kind, verdict: 'refused', error: UNDRAWN })))
      return false
    }
    setAsking(true)
    const asked = [...Map.groupBy(documents, ({ kind }) => byKind[kind])].map(([device, own]) =>
      verdictsOf(device, own),
    )
    const verdicts = (await Promise.all(asked)).flat()
    setAsking(false)
    setDoubts(verdicts.filter(({ verdict }) => verdict !== 'fits'))
    return verdicts.every(({ verdict }) => verdict !== 'refused')
  }
  return { isAsking, doubts, mayBuy }
}

const UNDRAWN = { code: 'label_drawing_unavailable', description: '' }

/** Whether the label of a shipment exists in the drawing that its printer needs. */
function hasDrawing(
  shipment: ShipmentToPrint,
  device: Device,
  kind: PrinterKind,
  account: Pick<CarrierAccount, 'finished_labels'> | undefined,
): boolean {
  const dpi = drawingFor(device, kind, true)
  if (dpi === undefined || dpi === 300) return true
  return !account?.finished_labels && gridsOf(labelStockOf(shipment)).includes(dpi)
}

type Documents = ArgsOf<'print.check'>['documents']
const verdictsOf = (device: Device, documents: Documents): Promise<readonly DocumentVerdict[]> =>
  device.request('print.check', { documents }, { timeoutMs: CHECK_TIMEOUT_MS }).then(
    ({ verdicts }) => verdicts,
    () => documents.map(({ kind }) => ({ kind, verdict: 'unknown' })),
  )
