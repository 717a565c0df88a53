import type { DocumentType } from '@postroom/contract/document'
import type { Shipment } from '@postroom/contract/shipment'
import { packagingOf, type PrinterKind } from '@postroom/domain/packaging'

/** What a printer gets to print. A receipt is read on the screen. */
export const PAPERS = ['label', 'cn22', 'cn23'] as const satisfies readonly DocumentType[]
export type Paper = (typeof PAPERS)[number]

/** The papers of a shipment: its label, and its customs form when it needs one. */
export const papersOf = ({ customs_form }: Pick<Shipment, 'customs_form'>): readonly Paper[] =>
  customs_form.form === 'none' ? ['label'] : ['label', customs_form.form]

/** The printer kind of a paper: a label goes where its packaging says, a customs form to the form printer (spec §3). */
export function printerOf(paper: Paper, { parcels: [parcel] }: Pick<Shipment, 'parcels'>): PrinterKind {
  if (!parcel) throw new RangeError('A shipment has one parcel')
  return paper === 'label' ? packagingOf(parcel.packaging).printer : 'form'
}

/** What a paper is called in the texts: both customs forms are one thing to whoever looks for it at the printer. */
export const nounOf = (paper: Paper): 'label' | 'form' => (paper === 'label' ? 'label' : 'form')

/**
 * Names the print job of one paper. The first print of a shipment is the round `first`: whoever sends it twice prints
 * each paper once. A print on purpose, once more, is a round of its own.
 */
export const printJobId = (shipmentId: string, round: string, paper: Paper): string => `${shipmentId}:${round}:${paper}`

/** How people recognise the job at the printer: 'Tracked 48 ZZ000000005GB', 'CN22 ZZ000000005GB'. */
export function jobTitle(
  paper: Paper,
  { service_name, meta_data }: Pick<Shipment, 'service_name' | 'meta_data'>,
): string {
  const name = paper === 'label' ? service_name : paper.toUpperCase()
  return [name, meta_data.tracking].filter(Boolean).join(' ').slice(0, 120)
}
