import { describedArticle, type Customs } from './customs.ts'

/**
 * The room on a CN 22 at 6 points, as drawn by `cn22.ts` in documents: lines in the list of contents, characters per line, and
 * characters of all numbers together. Characters are counted, not measured, so that the form is known before the purchase.
 * Ordinary words fit; a list of the widest letters continues on a further page.
 */
const CN22_ROOM = { lines: 7, line: 20, articles: 4, numbers: 40 } as const

/** Whether a declaration fits on a CN 22; if not, it needs a CN 23. */
export function fitsCn22({ items, ...numbers }: Customs): boolean {
  const lines = items.map((item) => Math.ceil(`${item.quantity} × ${describedArticle(item)}`.length / CN22_ROOM.line))
  const { company_EORI_number, customs_refnum_importer, eelpfc, booking_confirmation_number } = numbers
  const typed = [company_EORI_number, customs_refnum_importer, eelpfc, booking_confirmation_number].filter(Boolean)
  return (
    items.length <= CN22_ROOM.articles &&
    lines.reduce((sum, count) => sum + count, 0) <= CN22_ROOM.lines &&
    typed.join(', ').length <= CN22_ROOM.numbers
  )
}
