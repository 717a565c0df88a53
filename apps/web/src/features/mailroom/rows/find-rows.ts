import type { QueueRow } from './queue-row.ts'

/** Letters and digits in lower case, without accents: 'Élodie' is found by 'elodie'. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const wordsOf = (row: QueueRow): string[] => {
  const { name, company_name, city, postal_code } = row.to
  const texts = [name, company_name, city, postal_code, postal_code.replaceAll(' ', ''), row.code]
  const references = row.queued?.shipment.references ?? []
  return folded([...texts, ...references].join(' ')).split(/[^\p{L}\p{N}-]+/u)
}

/** The rows a scan or a typed text means: the one with this code, else those with words that begin like its words. */
export function findRows(rows: readonly QueueRow[], text: string): QueueRow[] {
  const code = text
    .trim()
    .toUpperCase()
    .replace(/^K?[-\s]?(?=\d+$)/, 'K-')
  const exact = rows.filter((row) => row.code === code)
  if (exact.length > 0) return exact
  const wanted = folded(text)
    .split(/[^\p{L}\p{N}-]+/u)
    .filter(Boolean)
  if (wanted.length === 0) return []
  return rows.filter((row) => {
    const words = wordsOf(row)
    return wanted.every((begin) => words.some((word) => word.startsWith(begin)))
  })
}
