import type { ShipmentDraft } from '@postroom/contract/shipment'
import { stockFor, type LabelSize } from '@postroom/domain/media/label-stock'
import { readLabel } from './read-label.ts'

/** A label of the carrier that can be printed as it is. */
export interface UsableLabel {
  label: Uint8Array
  width_mm: number
  height_mm: number
}

/** The label stock that was chosen. */
interface Stock {
  size: LabelSize
  label_name: string
}

/** Drawing rounds to dots, and makers of labels round to whole millimetres. */
const TOLERANCE_MM = 2

/** The page that the carrier's label must have; nothing when the stock holds no whole page of it. */
export function pageFor({ size, label_name }: Stock): { width_mm: number; height_mm: number } | undefined {
  const stock = stockFor(size, label_name)
  if (!stock || stock.columns * stock.rows > 1) return undefined
  return { width_mm: stock.page.width / 1000, height_mm: stock.page.height / 1000 }
}

/**
 * Whether a label can be sold: a PDF with one page for each item, of the size of the chosen media, on which a decoder reads a
 * bar code, and every item number there is.
 *
 * @returns the label, or why its order must be cancelled
 * @throws Error when it is no PDF: the carrier may give a better one later
 */
export async function checkLabel(
  pdf: Uint8Array,
  { stock, items, numbers }: { stock: Stock; items: number; numbers: readonly string[] },
): Promise<UsableLabel | { unusable: string }> {
  const wanted = pageFor(stock)
  const pages = await readLabel(pdf, items + 1)
  if (pages.length !== items) return { unusable: `Royal Mail made ${pages.length} pages for ${items} labels.` }
  const odd = pages.find(
    (page) => !wanted || !isNear(page.width_mm, wanted.width_mm) || !isNear(page.height_mm, wanted.height_mm),
  )
  if (odd) return { unusable: wrongSize(odd, wanted) }
  const codes = pages.flatMap((page) => page.codes)
  const missing = numbers.find((number) => !codes.some((code) => code.includes(number)))
  if (missing !== undefined) return { unusable: `The bar code of ${missing} cannot be read on its label.` }
  if (pages.some((page) => page.codes.length === 0)) return { unusable: 'A label has no bar code that can be read.' }
  const { width_mm, height_mm } = wanted!
  return { label: pdf, width_mm, height_mm }
}

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= TOLERANCE_MM

const wrongSize = (page: { width_mm: number; height_mm: number }, wanted: typeof page | undefined): string => {
  const size = ({ width_mm, height_mm }: typeof page) => `${Math.round(width_mm)} × ${Math.round(height_mm)} mm`
  const chosen = wanted ? ` and the chosen label is ${size(wanted)}` : ''
  return `The account at Royal Mail makes labels of ${size(page)}${chosen}. Its label format can be changed there.`
}

/** The stock of a shipment. */
export const stockOf = ({ label, meta_data }: ShipmentDraft): Stock => ({
  size: label.size,
  label_name: meta_data.label_name,
})
