import type { ArgsOf } from '@postroom/contract/device-messages'
import type { PrintedType } from '@postroom/contract/document'
import type { Shipment, ShipmentDraftInput } from '@postroom/contract/shipment'
import { onSheet, stockFor, type LabelStock } from '@postroom/domain/media/label-stock'
import { packagingOf, type PrinterKind } from '@postroom/domain/catalogue/packaging'
import { sheetFor, type MediaSize } from '@postroom/domain/media/media-size'
import { appConfig } from '../app-config.ts'

/** Documents that are printed. A receipt is only downloaded; a ruler page belongs to no shipment. */
export const PRINTED_DOCUMENTS = [
  'label',
  'cn22',
  'cn23',
  'invoice',
  'return_label',
  'ruler',
] as const satisfies readonly PrintedType[]
export type PrintedDocument = (typeof PRINTED_DOCUMENTS)[number]

/** The documents of a shipment: its label, and a customs form and commercial invoice when it needs them. */
export const documentsOf = ({ customs_form }: Pick<Shipment, 'customs_form'>): readonly PrintedDocument[] =>
  customs_form.form === 'none'
    ? ['label']
    : ['label', customs_form.form, ...(customs_form.invoice ? ['invoice' as const] : [])]

/** The printer kind of a document: a label, also of a return, goes where its packaging says, a customs form to the form printer (spec §3). */
export function printerOf(
  document: PrintedDocument,
  { parcels: [parcel] }: { parcels: readonly Pick<Shipment['parcels'][number], 'packaging'>[] },
): PrinterKind {
  if (!parcel) throw new RangeError('A shipment has one parcel')
  return document === 'label' || document === 'return_label' ? packagingOf(parcel.packaging).printer : 'form'
}

const sheet = (): MediaSize => sheetFor(appConfig().locale)

/** What determines the pages of a shipment. */
export type ShipmentToPrint = Pick<Shipment, 'customs_form' | 'parcels'> &
  Pick<ShipmentDraftInput, 'label' | 'meta_data'>

/** The documents of a shipment before it is bought, for `print.check`. Customs forms are whole sheets. */
export const documentsToPrint = (shipment: ShipmentToPrint): ArgsOf<'print.check'>['documents'] =>
  documentsOf(shipment).map((document) => ({
    kind: printerOf(document, shipment),
    ...(document === 'label' ? labelPage(shipment) : sheet()),
  }))

/** The stock of a shipment's label. @throws RangeError for an unknown name */
export function labelStockOf({ label, meta_data }: ShipmentToPrint): LabelStock {
  const stock = stockFor(label?.size ?? '4x6', meta_data?.label_name ?? '')
  if (!stock) throw new RangeError(`No label is called ${meta_data?.label_name}`)
  return stock
}

function labelPage(shipment: ShipmentToPrint): MediaSize {
  const { page } = onSheet(labelStockOf(shipment), sheet())
  return { width_mm: page.width / 1000, height_mm: page.height / 1000 }
}

/** The key of a document in the texts; both customs forms have the same texts. */
export const nounOf = (document: PrintedDocument) => NOUNS[document]
const NOUNS = {
  label: 'label',
  cn22: 'form',
  cn23: 'form',
  invoice: 'invoice',
  return_label: 'return_label',
  ruler: 'ruler',
} as const

/**
 * The id of the print job of one document. The first print of a shipment is the round `first`, so sending it twice prints
 * each document once. Each reprint is a round of its own.
 */
export const printJobId = (shipmentId: string, round: string, document: PrintedDocument): string =>
  `${shipmentId}:${round}:${document}`

/** The shipment and document of a job; undefined for a job of another program. */
export function orderOfJob(jobId: string): { shipmentId: string; document: PrintedDocument } | undefined {
  const [shipmentId = '', round, last] = jobId.split(':')
  const document = PRINTED_DOCUMENTS.find((known) => known === last)
  return document && round !== undefined ? { shipmentId, document } : undefined
}

/** The title of the job at the printer: 'Tracked 48 ZZ000000005GB', 'CN22 ZZ000000005GB'. */
export function jobTitle(
  document: PrintedDocument,
  { service_name, meta_data }: Pick<Shipment, 'service_name' | 'meta_data'>,
): string {
  const name = document === 'label' ? service_name : document.replace('_', ' ').toUpperCase()
  return [name, meta_data.tracking].filter(Boolean).join(' ').slice(0, 120)
}
