import { describedArticle, type Customs } from './customs.ts'

/**
 * What a CN 22 holds at 6 points, as `cn22.ts` of the documents draws it: lines of the list of contents with the characters
 * of one, and characters of all numbers together. Counted, not measured, so that the form is known before anything is
 * bought: ordinary words fit, and a list of the widest letters goes on over a further page.
 */
const CN22_ROOM = { lines: 7, line: 20, articles: 4, numbers: 40 } as const

/** Whether a declaration has room on the small form; if not, it needs a CN 23. */
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
