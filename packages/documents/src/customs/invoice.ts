import { customsTotals, describedArticle } from '@postroom/domain/customs/customs'
import { formatTracking } from '@postroom/domain/post/s10'
import {
  CATEGORIES,
  fullAddress,
  formatGbp,
  formatKilograms,
  customsItemValue,
  signatory,
  type Caption,
  type CustomsFormContent,
} from './customs-form.ts'
import { drawingOfForm } from './form-sheet.ts'
import type { FormCell, FormTemplate } from './form-template.ts'
import { render, type Drawing, type RenderedDocument } from '../pdf/pdf.ts'

const INCOTERMS = { DAP: 'Delivered at place', DDP: 'Delivered duty paid' } as const

/** Our own wording: no rule prescribes one for invoices. */
const DECLARATION: Caption = [
  'I declare that the particulars on this invoice are true and complete, and that it states the full price of the goods.',
  'Je déclare que les renseignements portés sur cette facture sont exacts et complets, et qu’elle indique le prix total des marchandises.',
]

const PARTIES: readonly FormCell[] = [
  {
    area: [15, 27, 90, 36],
    caption: ['Seller, shipper', 'Vendeur, expéditeur'],
    filled: ({ from }) => [...fullAddress(from), ...contacts(from)],
  },
  {
    area: [15, 63, 90, 36],
    caption: ['Consignee, buyer', 'Destinataire, acheteur'],
    filled: ({ to }) => [...fullAddress(to), ...contacts(to)],
  },
  {
    area: [105, 63, 90, 12],
    caption: ['Seller’s EORI number', 'Numéro EORI du vendeur'],
    filled: ({ customs }) => [customs.company_EORI_number],
  },
  {
    area: [105, 75, 90, 12],
    caption: ['Consignee’s VAT, tax or importer number', 'N° de TVA, fiscal ou d’importateur du destinataire'],
    filled: ({ customs }) => [customs.customs_refnum_importer],
  },
]

const FACTS: readonly FormCell[] = [
  {
    area: [105, 27, 55, 12],
    caption: ['Invoice number', 'Numéro de facture'],
    filled: ({ invoice_number }) => [invoice_number],
    bold: true,
  },
  { area: [160, 27, 35, 12], caption: ['Date', 'Date'], filled: ({ shipping_date }) => [shipping_date], bold: true },
  {
    area: [105, 39, 55, 12],
    caption: ['Item number', 'Numéro de l’envoi'],
    filled: (_content, { test, tracking }) => [test ? 'TEST PRINT' : `TEST ${formatTracking(tracking)}`],
  },
  {
    area: [160, 39, 35, 12],
    caption: ['Package', 'Colis'],
    filled: ({ numbers }, { tracking }) => [
      `${Math.max(numbers.indexOf(tracking), 0) + 1} / ${Math.max(numbers.length, 1)}`,
    ],
  },
  {
    area: [105, 51, 55, 12],
    caption: ['Carrier’s service', 'Service du transporteur'],
    filled: ({ service_name }) => [`Sandbox, ${service_name}`],
  },
  {
    area: [160, 51, 35, 12],
    caption: ['Booking', 'Réservation'],
    filled: ({ customs }) => [customs.booking_confirmation_number],
  },
  {
    area: [105, 87, 55, 12],
    caption: ['Incoterms 2020', 'Incoterms 2020'],
    filled: ({ incoterm, to }) => [`${incoterm} ${to.city} (${INCOTERMS[incoterm]})`],
  },
  { area: [160, 87, 35, 12], caption: ['Currency', 'Devise'], filled: () => ['GBP'], bold: true },
  {
    area: [15, 99, 90, 14],
    caption: ['Reason for export', 'Motif de l’exportation'],
    filled: ({ customs }) => [CATEGORIES[customs.contents_type].join(' / '), customs.contents_description],
  },
  {
    area: [105, 99, 90, 14],
    caption: ['Export licence', 'Licence d’exportation'],
    filled: ({ customs }) => [customs.eelpfc],
  },
]

const TOTALS: readonly FormCell[] = [
  {
    area: [15, 221, 45, 12],
    caption: ['Pieces', 'Nombre d’articles'],
    filled: ({ customs }) => [`${customsTotals(customs).pieces}`],
  },
  {
    area: [60, 221, 45, 12],
    caption: ['Net weight, kg', 'Poids net'],
    filled: ({ customs }) => [formatKilograms(customsTotals(customs).weight)],
  },
  {
    area: [105, 221, 45, 12],
    caption: ['Gross weight, kg', 'Poids brut'],
    filled: ({ gross_weight }) => [formatKilograms(gross_weight)],
  },
  {
    area: [150, 221, 45, 12],
    caption: ['Total value of goods', 'Valeur totale des marchandises'],
    filled: ({ customs }) => [formatGbp(customsTotals(customs).value)],
    bold: true,
  },
  {
    area: [15, 233, 45, 18],
    caption: ['Postage, not part of the total', 'Port, non compris dans le total'],
    filled: ({ postage }) => [formatGbp(postage)],
  },
  { area: [60, 233, 75, 18], caption: DECLARATION },
  {
    area: [135, 233, 60, 18],
    caption: ['Date and signature', 'Date et signature'],
    filled: (content) => [content.shipping_date, signatory(content)],
    bold: true,
  },
]

/** The commercial invoice for sold goods. It fits both A4 and US Letter: 210 mm wide, at most 11 inches high. */
export const INVOICE: FormTemplate = {
  name: 'Invoice',
  title: ['COMMERCIAL INVOICE', 'FACTURE COMMERCIALE'],
  width_mm: 210,
  height_mm: 279,
  corner: [0, 0],
  frame: [15, 12, 180, 239],
  header: [15, 17, 180, 10],
  contents: {
    area: [15, 113, 180, 108],
    head_mm: 8,
    sizes: { largest: 8.5, smallest: 6 },
    columns: [
      {
        caption: ['Description of goods', 'Description des marchandises'],
        width_mm: 62,
        filled: describedArticle,
      },
      { caption: ['HS code', 'Code SH'], width_mm: 22, filled: ({ hs_code }) => hs_code },
      { caption: ['Origin', 'Origine'], width_mm: 15, filled: ({ origin_country }) => origin_country },
      { caption: ['Quantity', 'Quantité'], width_mm: 16, filled: ({ quantity }) => `${quantity}`, right: true },
      {
        caption: ['Net kg', 'Poids net'],
        width_mm: 17,
        filled: ({ net_weight }) => formatKilograms(net_weight),
        right: true,
      },
      {
        caption: ['Unit value', 'Valeur unitaire'],
        width_mm: 23,
        filled: ({ value }) => formatGbp(value),
        right: true,
      },
      { caption: ['Value', 'Valeur'], width_mm: 25, filled: (item) => formatGbp(customsItemValue(item)), right: true },
    ],
  },
  cells: [...PARTIES, ...FACTS, ...TOTALS],
  caption_pt: 6.5,
  padding_pt: 3,
  sizes: { largest: 9, smallest: 6 },
}

/**
 * Draws the commercial invoice of a stored shipment, one for each item. The same content always gives the same bytes.
 * Customs items that do not fit the sheet continue on further pages.
 * @throws TextDoesNotFit when an address or a number is too long for its field
 */
export const renderInvoice = async (content: CustomsFormContent): Promise<RenderedDocument> =>
  render(drawingOfInvoice(content))

/** The invoice as a drawing, to lay out or render. */
export const drawingOfInvoice = (content: CustomsFormContent): Drawing => drawingOfForm(INVOICE, content)

const contacts = ({ phone1, email }: CustomsFormContent['from']): string[] => [phone1, email].filter(Boolean)
