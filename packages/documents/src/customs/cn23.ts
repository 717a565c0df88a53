import { describedArticle } from '@postroom/domain/customs/customs'
import { sumPence } from '@postroom/domain/money'
import {
  CERTIFICATION,
  fullAddress,
  CUSTOMS_DECLARATION,
  formatGbp,
  formatKilograms,
  customsItemValue,
  signatory,
  type CustomsFormContent,
} from './customs-form.ts'
import { drawingOfForm } from './form-sheet.ts'
import type { FormTemplate } from './form-template.ts'
import { render, type Drawing, type RenderedDocument } from '../pdf/pdf.ts'

/** The large customs form, for parcels and higher value: 210 × 148 mm, half a sheet. Fields have the numbers of the official form. */
export const CN23: FormTemplate = {
  name: 'CN 23',
  ...CUSTOMS_DECLARATION,
  width_mm: 210,
  height_mm: 148,
  corner: [0, 0],
  frame: [8, 5, 194, 140],
  header: [8, 9.5, 194, 8.5],
  barcode: [126, 18, 76, 25],
  categories: { area: [8, 100.5, 94, 19], columns: 3, caption: ['(10) Category of item', 'Catégorie de l’envoi'] },
  contents: {
    area: [8, 68, 194, 23],
    head_mm: 7,
    sizes: { largest: 8, smallest: 6 },
    columns: [
      {
        caption: ['(1) Detailed description of contents', 'Description détaillée du contenu'],
        width_mm: 71,
        filled: describedArticle,
      },
      { caption: ['(2) Quantity', 'Quantité'], width_mm: 18, filled: ({ quantity }) => `${quantity}`, right: true },
      {
        caption: ['(3) Net weight, kg', 'Poids net'],
        width_mm: 23,
        filled: ({ net_weight }) => formatKilograms(net_weight),
        right: true,
      },
      {
        caption: ['(5) Value and currency', 'Valeur et devise'],
        width_mm: 29,
        filled: (item) => formatGbp(customsItemValue(item)),
        right: true,
      },
      { caption: ['(7) HS tariff number', 'N° tarifaire du SH'], width_mm: 26, filled: ({ hs_code }) => hs_code },
      {
        caption: ['(8) Country of origin', 'Pays d’origine'],
        width_mm: 27,
        filled: ({ origin_country }) => origin_country,
      },
    ],
  },
  cells: [
    { area: [8, 18, 74, 25], caption: ['From', 'De'], filled: ({ from }) => [...fullAddress(from), contact(from)] },
    {
      area: [82, 18, 44, 25],
      caption: ['Sender’s customs reference', 'Référence en douane de l’expéditeur'],
      filled: ({ customs }) => [customs.company_EORI_number],
    },
    { area: [8, 43, 74, 25], caption: ['To', 'À'], filled: ({ to }) => fullAddress(to) },
    {
      area: [82, 43, 44, 25],
      caption: [
        'Importer’s reference (tax code, VAT no., importer code)',
        'Référence de l’importateur (code fiscal, n° de TVA, code de l’importateur)',
      ],
      filled: ({ customs }) => [customs.customs_refnum_importer],
    },
    {
      area: [126, 43, 76, 25],
      caption: ['Importer’s telephone, e-mail', 'Téléphone, adresse électronique de l’importateur'],
      filled: ({ to }) => [to.phone1, to.email],
    },
    {
      area: [8, 91, 92, 9.5],
      caption: ['Operator, service', 'Opérateur, service'],
      filled: ({ service_name }) => [`Sandbox, ${service_name}`],
    },
    {
      area: [100, 91, 28, 9.5],
      caption: ['(4) Total gross kg', 'Poids brut total'],
      filled: ({ gross_weight }) => [formatKilograms(gross_weight)],
      bold: true,
    },
    {
      area: [128, 91, 28, 9.5],
      caption: ['(6) Total value', 'Valeur totale'],
      filled: ({ customs }) => [formatGbp(sumPence(...customs.items.map(customsItemValue)))],
      bold: true,
    },
    {
      area: [156, 91, 46, 9.5],
      caption: ['(9) Postal charges, fees', 'Frais de port, frais'],
      filled: ({ postage }) => [formatGbp(postage)],
      bold: true,
    },
    {
      area: [8, 119.5, 118, 13],
      caption: [
        '(11) Comments (quarantine, sanitary or phytosanitary inspection, other restrictions)',
        'Observations (quarantaine, contrôle sanitaire ou phytosanitaire, autres restrictions)',
      ],
      filled: ({ customs }) => [
        customs.booking_confirmation_number && `Booking ${customs.booking_confirmation_number}`,
      ],
    },
    {
      area: [8, 132.5, 40, 12.5],
      caption: ['(12) Licence and number', 'Licence et numéro'],
      filled: ({ customs }) => [customs.eelpfc],
    },
    { area: [48, 132.5, 38, 12.5], caption: ['(13) Certificate and number', 'Certificat et numéro'] },
    {
      area: [86, 132.5, 40, 12.5],
      caption: ['(14) Invoice and number', 'Facture et numéro'],
      filled: ({ invoice_number }) => [invoice_number],
    },
    {
      area: [102, 100.5, 24, 19],
      caption: ['Office of origin, date of posting', 'Bureau d’origine, date de dépôt'],
      filled: ({ from, shipping_date }) => [from.city, shipping_date],
    },
    { area: [126, 100.5, 76, 19], caption: CERTIFICATION },
    {
      area: [126, 119.5, 76, 25.5],
      caption: ['(15) Date and sender’s signature', 'Date et signature de l’expéditeur'],
      filled: (content) => [content.shipping_date, signatory(content)],
      bold: true,
    },
  ],
  caption_pt: 6,
  padding_pt: 3,
  sizes: { largest: 9, smallest: 6 },
  advice: [
    'Cut along the marks and put into a clear wallet beside the address.',
    'À découper aux repères et à glisser dans une pochette transparente près de l’adresse.',
  ],
}

/**
 * Draws the CN 23 of a stored shipment. The same content always gives the same bytes. Customs items that do not fit the
 * form continue on further pages of the same shape. The certificate field stays empty: shipments have no certificate.
 * @throws TextDoesNotFit when an address or a number is too long for its field
 */
export const renderCn23 = async (content: CustomsFormContent): Promise<RenderedDocument> =>
  render(drawingOfCn23(content))

/** The CN 23 as a drawing, to lay out or render. */
export const drawingOfCn23 = (content: CustomsFormContent): Drawing => drawingOfForm(CN23, content)

const contact = ({ phone1, email }: CustomsFormContent['from']): string => [phone1, email].filter(Boolean).join(', ')
