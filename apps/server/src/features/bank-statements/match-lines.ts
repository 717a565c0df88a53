import { matchTransfers, type MatchedTransfer } from '@postroom/domain/payment/match-transfer'
import type { Db } from '../../db/database.ts'
import { findAwaited, type FoundTransfer } from './awaited-transfer.store.ts'
import type { StoredLine } from './bank-line.store.ts'

/** A line with what it may have paid; a confirmed one is not matched again. */
export interface MatchedLine {
  line: StoredLine
  verdict: MatchedTransfer['verdict'] | 'confirmed'
  proposals: FoundTransfer[]
}

/** Compares lines with the top-ups that wait and were credited around their days, as they are now. */
export async function matchLines(db: Db, lines: readonly StoredLine[]): Promise<MatchedLine[]> {
  const open = lines.filter(({ topup_id }) => topup_id === null)
  const days = open.map(({ booked_on }) => booked_on).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  const awaited = first === undefined || last === undefined ? [] : await findAwaited(db, first, last)
  const byId = new Map(awaited.map((one) => [one.id, one]))
  const matched = matchTransfers(
    open.map(({ amount, text, payer }) => ({ amount, text: `${text} / ${payer}` })),
    awaited,
  )
  const byLine = new Map(open.map(({ id }, at) => [id, matched[at]!]))
  return lines.map((line) => {
    const match = byLine.get(line.id)
    if (!match) return { line, verdict: 'confirmed', proposals: [] }
    const proposals = match.proposed.map((id) => byId.get(id)!)
    return { line, verdict: match.verdict, proposals }
  })
}
