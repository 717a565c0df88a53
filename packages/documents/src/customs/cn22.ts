import { describedArticle } from '@postroom/domain/customs/customs'
import { sumPence } from '@postroom/domain/money'
import {
  formatGbp,
  formatKilograms,
  customsItemValue,
  signatory,
  CERTIFICATION,
  fullAddress,
  CUSTOMS_DECLARATION,
  type CustomsFormContent,
} from './customs-form.ts'
import { drawingOfForm } from './form-sheet.ts'
import type { FormTemplate } from './form-template.ts'
import { render, type Drawing, type RenderedDocument } from '../pdf/pdf.ts'

/**
 * The small customs form, for letters and packets of lower value. It is 92 × 116 mm, larger than the usual 74 × 105, so that
 * all text is at least 6 points. Fields have the numbers of the official form.
 */
export const CN22: FormTemplate = {
  name: 'CN 22',
  ...CUSTOMS_DECLARATION,
  width_mm: 92,
  height_mm: 116,
  corner: [12, 12],
  frame: [2, 2, 88, 112],
  header: [2, 5.5, 88, 7.5],
  barcode: [2, 13, 88, 13],
  categories: { area: [2, 38, 88, 17], columns: 3, caption: ['Category of item', 'Catégorie de l’envoi'] },
  contents: {
    area: [2, 55, 88, 28],
    head_mm: 7,
    sizes: { largest: 7, smallest: 6 },
    columns: [
      {
        caption: ['(1) Quantity and description', 'Quantité et description'],
        width_mm: 32,
        filled: (item) => `${item.quantity} × ${describedArticle(item)}`,
      },
      {
        caption: ['(2) Net kg', 'Poids net'],
        width_mm: 14,
        filled: ({ net_weight }) => formatKilograms(net_weight),
        right: true,
      },
      {
        caption: ['(3) Value', 'Valeur'],
        width_mm: 16,
        filled: (item) => formatGbp(customsItemValue(item)),
        right: true,
      },
      { caption: ['(4) HS no.', 'N° SH'], width_mm: 13, filled: (item) => item.hs_code },
      { caption: ['(5) Origin', 'Origine'], width_mm: 13, filled: (item) => item.origin_country },
    ],
  },
  cells: [
    { area: [2, 26, 58, 12], caption: ['Sender', 'Expéditeur'], filled: ({ from }) => fullAddress(from) },
    { area: [60, 26, 30, 12], caption: ['EORI, VAT, others', 'N° EORI, TVA, autres'], filled: numbers },
    {
      area: [2, 83, 32, 9],
      caption: ['Operator', 'Opérateur'],
      filled: ({ service_name }) => [`Sandbox, ${service_name}`],
    },
    {
      area: [34, 83, 26, 9],
      caption: ['(6) Total gross kg', 'Poids brut total'],
      filled: ({ gross_weight }) => [formatKilograms(gross_weight)],
      bold: true,
    },
    {
      area: [60, 83, 30, 9],
      caption: ['(7) Total value', 'Valeur totale'],
      filled: ({ customs }) => [formatGbp(sumPence(...customs.items.map(customsItemValue)))],
      bold: true,
    },
    { area: [2, 92, 88, 15], caption: CERTIFICATION },
    {
      area: [2, 107, 88, 7],
      caption: ['(8) Date and sender’s signature', 'Date et signature de l’expéditeur'],
      filled: (content) => [`${content.shipping_date}  ${signatory(content)}`],
      bold: true,
    },
  ],
  caption_pt: 6,
  padding_pt: 2,
  sizes: { largest: 7.5, smallest: 6 },
  advice: [
    'Cut out along the marks and stick beside the address.',
    'À découper aux repères et à coller près de l’adresse.',
  ],
}

/**
 * Draws the CN 22 of a stored shipment. The same content always gives the same bytes. Customs items that do not fit the
 * form continue on further pages of the same shape.
 * @throws TextDoesNotFit when an address or a number is too long for its field
 */
export const renderCn22 = async (content: CustomsFormContent): Promise<RenderedDocument> =>
  render(drawingOfCn22(content))

/** The CN 22 as a drawing, to lay out or render. */
export const drawingOfCn22 = (content: CustomsFormContent): Drawing => drawingOfForm(CN22, content)

/** Reference numbers, which share one field on the CN 22. */
function numbers({ customs }: CustomsFormContent): string[] {
  const { company_EORI_number, customs_refnum_importer, eelpfc, booking_confirmation_number } = customs
  return [
    [company_EORI_number, customs_refnum_importer, eelpfc, booking_confirmation_number].filter(Boolean).join(', '),
  ]
}
