import { sumPence } from '@postroom/domain/money'
import {
  describedArticle,
  inGbp,
  inKilograms,
  lineValue,
  signatory,
  fullAddress,
  CERTIFICATION,
  type CustomsFormContent,
} from './customs-form.ts'
import { renderForm } from './form-sheet.ts'
import type { FormTemplate } from './form-template.ts'
import type { RenderedDocument } from './pdf.ts'

/** The small form, for letters and packets of lower value: 74 × 105 mm. Fields have the numbers of the form. */
export const CN22: FormTemplate = {
  name: 'CN 22',
  width_mm: 74,
  height_mm: 105,
  corner: [12, 12],
  frame: [2, 2, 70, 101],
  header: [2, 5.5, 70, 7.5],
  barcode: [2, 13, 70, 13],
  categories: { area: [2, 37, 70, 13], columns: 3, caption: ['Category of item', 'Catégorie de l’envoi'] },
  contents: {
    area: [2, 50, 70, 26],
    head_mm: 7,
    sizes: { largest: 6.5, smallest: 4.5 },
    columns: [
      {
        caption: ['(1) Quantity and description', 'Quantité et description'],
        width_mm: 26,
        filled: (item) => `${item.quantity} × ${describedArticle(item)}`,
      },
      {
        caption: ['(2) Net kg', 'Poids net'],
        width_mm: 9,
        filled: ({ net_weight }) => inKilograms(net_weight),
        right: true,
      },
      { caption: ['(3) Value', 'Valeur'], width_mm: 15, filled: (item) => inGbp(lineValue(item)), right: true },
      { caption: ['(4) HS no.', 'N° SH'], width_mm: 12, filled: (item) => item.hs_code },
      { caption: ['(5) Origin', 'Origine'], width_mm: 8, filled: (item) => item.origin_country },
    ],
  },
  cells: [
    { area: [2, 26, 42, 11], caption: ['Sender', 'Expéditeur'], filled: ({ from }) => [fullAddress(from).join(', ')] },
    { area: [44, 26, 28, 11], caption: ['EORI, VAT and other numbers', 'N° EORI, TVA et autres'], filled: numbers },
    {
      area: [2, 76, 26, 7.5],
      caption: ['Operator', 'Opérateur'],
      filled: ({ service_name }) => [`Sandbox, ${service_name}`],
    },
    {
      area: [28, 76, 21, 7.5],
      caption: ['(6) Total gross kg', 'Poids brut total'],
      filled: ({ gross_weight }) => [inKilograms(gross_weight)],
      bold: true,
    },
    {
      area: [49, 76, 23, 7.5],
      caption: ['(7) Total value', 'Valeur totale'],
      filled: ({ customs }) => [inGbp(sumPence(...customs.items.map(lineValue)))],
      bold: true,
    },
    { area: [2, 83.5, 70, 11.5], caption: CERTIFICATION },
    {
      area: [2, 95, 70, 8],
      caption: ['(8) Date and sender’s signature', 'Date et signature de l’expéditeur'],
      filled: (content) => [`${content.shipping_date}  ${signatory(content)}`],
      bold: true,
    },
  ],
  caption_pt: 4.5,
  padding_pt: 2,
  sizes: { largest: 7, smallest: 4 },
  advice: [
    'Cut out along the marks and stick beside the address.',
    'À découper aux repères et à coller près de l’adresse.',
  ],
}

/**
 * The CN 22 of a stored shipment; the same content always gives the same bytes. More lines than the form holds go on
 * further pages of the same shape.
 * @throws TextDoesNotFit when an address or a number is too long for its field
 */
export const renderCn22 = (content: CustomsFormContent): Promise<RenderedDocument> => renderForm(CN22, content)

/** Numbers that CN 22 has no fields of their own for. */
function numbers({ customs }: CustomsFormContent): string[] {
  const { company_EORI_number, customs_refnum_importer, eelpfc, booking_confirmation_number } = customs
  return [
    [company_EORI_number, customs_refnum_importer, eelpfc, booking_confirmation_number].filter(Boolean).join(', '),
  ]
}
