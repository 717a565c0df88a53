import type { Grams } from '../measures.ts'
import { sumPence, timesPence, type Pence } from '../money.ts'

/** Contents types: gift, documents, sale of goods, commercial sample, returned goods, other. `G` is spec §3's default. */
export const CONTENTS_TYPES = ['G', 'D', 'S', 'C', 'R', 'O'] as const
export type ContentsType = (typeof CONTENTS_TYPES)[number]

/** Contents types that always mean goods: sold, shown or sent back. */
export const COMMERCIAL_CONTENTS: readonly ContentsType[] = ['S', 'C', 'R']

/** One customs item: `quantity` pieces. `value` is that of ONE piece. */
export interface CustomsItem {
  description: string
  quantity: number
  /** Of all pieces, without packaging. Rounded once: a hundred badges of 2.5 g weigh 250 g, not 300 g. */
  net_weight: Grams
  value: Pence
  /** Harmonised System number, 6 to 10 digits; empty when not given. */
  hs_code: string
  /** ISO 3166 code of the country it was made in; empty when not given. */
  origin_country: string
  /** The seller's own article number. */
  sku: string
  /** The maker's own article number. */
  manufacturer_id: string
}

/** A customs declaration (spec §3, `customs`). Texts are empty when not given. */
export interface Customs {
  contents_type: ContentsType
  /** In words; needed with contents type O. */
  contents_description: string
  items: readonly CustomsItem[]
  /** The sender's GB or XI EORI number. */
  company_EORI_number: string
  /** The addressee's reference: IOSS, VOEC, tax or importer number. */
  customs_refnum_importer: string
  booking_confirmation_number: string
  /** Export licence exemption or licence number. */
  eelpfc: string
  /** The seller's own invoice number; when it is empty, an invoice gets one made from the shipment's id. */
  invoice_number: string
}

/** The totals of all customs items: pieces, net weight without packaging, value. */
export const customsTotals = ({ items }: Pick<Customs, 'items'>): { pieces: number; weight: Grams; value: Pence } => ({
  pieces: items.reduce((sum, { quantity }) => sum + quantity, 0),
  weight: items.reduce((sum, { net_weight }) => sum + net_weight, 0) as Grams,
  value: sumPence(...items.map(({ quantity, value }) => timesPence(value, quantity))),
})

/** The description of an article with the seller's and the maker's numbers. */
export function describedArticle({ description, sku, manufacturer_id }: CustomsItem): string {
  const numbers = [sku && `SKU ${sku}`, manufacturer_id && `Maker’s no. ${manufacturer_id}`].filter(Boolean)
  return [description, numbers.join(', ')].filter(Boolean).join(' – ')
}
