import type { DocumentType } from '@postroom/contract/document'
import { factsOf } from '@postroom/contract/shipment-facts'
import { drawingOfCn22 } from '@postroom/documents/customs/cn22'
import { drawingOfCn23 } from '@postroom/documents/customs/cn23'
import type { CustomsFormContent } from '@postroom/documents/customs/customs-form'
import { drawingOfInvoice } from '@postroom/documents/customs/invoice'
import type { LabelContent } from '@postroom/documents/label/label-content'
import { layOut, render, type Drawing, type RenderedDocument } from '@postroom/documents/pdf/pdf'
import { drawingOfReceipt, type ReceiptContent } from '@postroom/documents/account/receipt'
import { ukDateOf } from '@postroom/domain/calendar'
import { channelOf } from '@postroom/domain/tariffs/channels'
import { customsFormFor } from '@postroom/domain/customs/customs-rules'
import { toPence } from '@postroom/domain/money'
import type { LabelGridDpi } from '@postroom/domain/media/label-drawing'
import type { MediaSize } from '@postroom/domain/media/media-size'
import type { Parties } from '../db/tables/money/money.ts'
import type { Purchase } from '../features/shipments/purchase/purchase.store.ts'
import { carrierOf } from '../carriers/carriers.ts'
import type { Context } from '../context.ts'
import { buyerOf } from './buyer.ts'

/** The source of documents: a stored purchase, or one that is being prepared. */
export interface DocumentSource extends Pick<
  Purchase,
  | 'id'
  | 'carrier_code'
  | 'is_test'
  | 'draft'
  | 'quote'
  | 'labels'
  | 'own_fees'
  | 'payable'
  | 'carrier_no'
  | 'further_nos'
  | 'created_at'
> {
  /** The sheet of the locale. */
  sheet: MediaSize
  /** Of receipts only. */
  receipt: { receipt_no: number; parties: Parties } | null
}

type LabelSource = Omit<DocumentSource, 'receipt'>

/** The documents that are drawn when they are needed. A return label comes whole, when the carrier makes it. */
export type DrawnHere = Exclude<DocumentType, 'return_label'>

/**
 * Draws one document, the label by the carrier; the same source gives the same bytes. Nothing when the carrier has no label.
 */
export const drawDocument = (
  context: Pick<Context, 'carriers'>,
  type: DrawnHere,
  source: DocumentSource,
): Promise<RenderedDocument | undefined> =>
  type === 'label' ? drawLabel(context, source, 300) : render(DRAWINGS[type](source))

/** Draws the label for printers of a resolution. Nothing when the carrier has none for it. @throws TextDoesNotFit */
export async function drawLabel(
  context: Pick<Context, 'carriers'>,
  source: LabelSource,
  dpi: LabelGridDpi,
): Promise<RenderedDocument | undefined> {
  const carrier = carrierOf(context, source.carrier_code)
  if (dpi !== 300 && carrier.finishedLabels && !source.is_test) return undefined
  return carrier.documents(source.is_test ? null : source.id, labelOf(source), dpi)
}

/** Lays one document out before money moves. @throws TextDoesNotFit when a text is too long for its field */
export function layOutDocument(context: Pick<Context, 'carriers'>, type: DrawnHere, source: DocumentSource): void {
  if (type === 'label') carrierOf(context, source.carrier_code).layOutLabel(labelOf(source))
  else layOut(DRAWINGS[type](source))
}

const DRAWINGS: Record<Exclude<DrawnHere, 'label'>, (source: DocumentSource) => Drawing> = {
  cn22: (source) => drawingOfCn22(customsFormOf(source)),
  cn23: (source) => drawingOfCn23(customsFormOf(source)),
  invoice: (source) => drawingOfInvoice(customsFormOf(source)),
  receipt: (source) => drawingOfReceipt(receiptOf(source)),
}

/** The item numbers of a purchase, one for each label; none on a test print. */
export const numbersOf = ({ carrier_no, further_nos }: Pick<Purchase, 'carrier_no' | 'further_nos'>): string[] =>
  carrier_no === null ? [] : [carrier_no, ...further_nos]

/** What a label shows. */
export function labelOf(source: LabelSource): LabelContent {
  const { is_test, draft, quote, created_at } = source
  const { packaging, weight } = factsOf(draft)
  const { shipping_date, to, from, references, label, meta_data } = draft
  const { vsi_line1, vsi_line2 } = quote.meta_data
  return {
    test: is_test,
    channel: channelOf(quote.tariff),
    service: quote.service.code,
    service_name: quote.service.name,
    cover_gbp: quote.delivery.compensation_gbp,
    packaging,
    weight,
    shipping_date,
    to,
    from,
    references,
    vsi_line1,
    vsi_line2,
    created_at,
    sheet: source.sheet,
    size: label.size,
    label_name: meta_data.label_name,
    positions: meta_data.avery_label_location,
    numbers: numbersOf(source),
    era: meta_data.ERA,
    slogan: meta_data.slogan,
  }
}

function customsFormOf(source: DocumentSource): CustomsFormContent {
  const { is_test, draft, quote, labels, own_fees, payable, created_at } = source
  const { weight, customs } = factsOf(draft)
  if (!customs) throw new RangeError('A customs form needs a declaration')
  return {
    test: is_test,
    service_name: quote.service.name,
    sheet: source.sheet,
    numbers: numbersOf(source),
    to: draft.to,
    from: draft.from,
    customs,
    invoice_number: invoiceNumberOf(source),
    incoterm: quote.explanation.some(({ code }) => code === 'us_duties_handling') ? 'DDP' : 'DAP',
    gross_weight: weight,
    postage: toPence(Math.round((payable - own_fees) / labels)),
    shipping_date: draft.shipping_date,
    created_at,
  }
}

/** The seller's invoice number; else the posting day and the first half of the shipment's id, which never change. */
function invoiceNumberOf({ id, draft }: DocumentSource): string {
  const facts = factsOf(draft)
  const made = customsFormFor(facts).invoice ? `${draft.shipping_date}-${id.slice(0, 13)}`.toUpperCase() : ''
  return facts.customs?.invoice_number || made
}

function receiptOf(source: DocumentSource): ReceiptContent {
  const { id, draft, quote, own_fees, payable, created_at, receipt, sheet } = source
  if (!receipt) throw new RangeError('A receipt needs a number and its parties')
  const { account, seller } = receipt.parties
  return {
    account_name: account.name,
    buyer: buyerOf(account),
    created_at,
    sheet,
    seller,
    receipt_no: receipt.receipt_no,
    shipment: id,
    date: ukDateOf(created_at),
    service_name: quote.service.name,
    item_numbers: numbersOf(source),
    destination: draft.to,
    lines: quote.explanation.map((line) => ({ ...line, amount: toPence(line.amount) })),
    item_price: toPence(quote.charges.total_charge),
    paid: payable,
    own_fees,
    tariff: quote.tariff,
  }
}
