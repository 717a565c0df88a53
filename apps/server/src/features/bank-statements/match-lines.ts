import { addDays, type CalendarDate } from '@postroom/domain/calendar'
import { matchTransfers, type MatchedTransfer } from '@postroom/domain/payment/match-transfer'
import type { Db } from '../../db/database.ts'
import { findAwaited, type FoundTransfer } from './awaited-transfer.store.ts'
import type { StoredLine } from './bank-line.store.ts'
import { findOpenPayouts, type OpenPayout } from './payout.store.ts'

/** A line with what it may be; one that was decided is not matched again. */
export interface MatchedLine {
  line: StoredLine
  verdict: MatchedTransfer['verdict'] | 'payout' | 'confirmed' | 'set_aside'
  proposals: FoundTransfer[]
  payouts: OpenPayout[]
}

/** A payout arrives on one of the next working days; holidays make them more. */
const PAYOUT_DAYS = 10

/** Compares lines with the top-ups that wait and were credited around their days, and with Stripe's payouts, as they are now. */
export async function matchLines(db: Db, lines: readonly StoredLine[]): Promise<MatchedLine[]> {
  const open = lines.filter(({ decided_at }) => decided_at === null)
  const [awaited, payouts] = await findCandidates(db, open)
  const byId = new Map(awaited.map((one) => [one.id, one]))
  const matched = matchTransfers(
    open.map(({ amount, text, payer }) => ({ amount, text: `${text} / ${payer}` })),
    awaited,
  )
  const byLine = new Map(open.map(({ id }, at) => [id, matched[at]!]))
  return lines.map((line) => {
    const match = byLine.get(line.id)
    if (!match) return { line, verdict: line.topup_id === null ? 'set_aside' : 'confirmed', proposals: [], payouts: [] }
    const fitting = payouts.filter((payout) => mayBe(line, payout))
    const verdict = match.verdict === 'none' && fitting.length > 0 ? 'payout' : match.verdict
    return { line, verdict, proposals: match.proposed.map((id) => byId.get(id)!), payouts: fitting }
  })
}

async function findCandidates(db: Db, open: readonly StoredLine[]): Promise<[FoundTransfer[], OpenPayout[]]> {
  const days = open.map(({ booked_on }) => booked_on).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return [[], []]
  const amounts = open.map(({ amount }) => amount)
  return Promise.all([findAwaited(db, first, last), findOpenPayouts(db, amounts, daysBefore(first), last)])
}

const daysBefore = (day: CalendarDate): CalendarDate => addDays(day, -PAYOUT_DAYS)

const mayBe = ({ amount, booked_on }: StoredLine, payout: OpenPayout): boolean =>
  payout.amount === amount && daysBefore(booked_on) <= payout.day && payout.day <= booked_on
