import type { Pence } from '../money.ts'

/** What a transfer on a bank statement is, compared with the top-ups that were requested and booked. */
export const TRANSFER_VERDICTS = ['exact', 'amount_differs', 'several', 'already_credited', 'none'] as const
export type TransferVerdict = (typeof TRANSFER_VERDICTS)[number]

/** Money that arrived: its amount, and all the text that the bank shows beside it. */
interface Transfer {
  amount: Pence
  text: string
}

/** A top-up that waits or is credited. Rejected and expired ones await no money. */
export interface AwaitedTransfer {
  id: string
  amount: Pence
  /** What an operator expects on the statement; no form is prescribed. */
  reference: string
  is_credited: boolean
  /** Whether another transfer was confirmed as its money. */
  is_taken: boolean
}

export interface MatchedTransfer {
  verdict: TransferVerdict
  /** The top-ups that the verdict is about. With `amount_differs` none of them may be confirmed. */
  proposed: readonly string[]
}

/** A shorter reference is not searched for: it is part of too many texts. */
const SHORTEST_REFERENCE = 4

/**
 * Compares each transfer with the top-ups whose reference its text contains. A taken top-up explains no second transfer; one
 * of the same amount is still reported as `already_credited`, because the same transfer may be on two statements.
 */
export function matchTransfers(transfers: readonly Transfer[], awaited: readonly AwaitedTransfer[]): MatchedTransfer[] {
  const searched = awaited.map((one) => ({ one, isIn: searchFor(one.reference) }))
  return transfers.map(({ amount, text }) => {
    const upper = plain(text)
    const letters = lettersOf(upper)
    return verdictOf(
      amount,
      searched.filter(({ isIn }) => isIn(upper, letters)).map(({ one }) => one),
    )
  })
}

function verdictOf(amount: Pence, named: readonly AwaitedTransfer[]): MatchedTransfer {
  const free = named.filter(({ is_taken }) => !is_taken)
  const fitting = free.filter((one) => one.amount === amount)
  const [only, another] = fitting
  if (another) return verdict('several', fitting)
  if (only) return verdict(only.is_credited ? 'already_credited' : 'exact', fitting)
  if (named.some((one) => one.is_taken && one.amount === amount)) return verdict('already_credited', [])
  return free.length > 0 ? verdict('amount_differs', free) : verdict('none', [])
}

const verdict = (what: TransferVerdict, proposed: readonly AwaitedTransfer[]): MatchedTransfer => ({
  verdict: what,
  proposed: proposed.map(({ id }) => id),
})

const plain = (text: string): string => text.normalize('NFKC').toUpperCase()
const lettersOf = (plainText: string): string => plainText.replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * Finds a reference whatever its case and whatever stands between its letters and digits: banks drop dashes and break lines.
 * It must begin and end where a word does, so that `INV 12` is not found in `INV 123`.
 */
function searchFor(reference: string): (plainText: string, letters: string) => boolean {
  const wanted = lettersOf(plain(reference))
  if (wanted.length < SHORTEST_REFERENCE) return () => false
  let whole: RegExp | undefined
  return (plainText, letters) => {
    if (!letters.includes(wanted)) return false // almost always, and much faster than the pattern
    whole ??= new RegExp(
      String.raw`(?<![\p{L}\p{N}])${Array.from(wanted).join(String.raw`[^\p{L}\p{N}]*`)}(?![\p{L}\p{N}])`,
      'u',
    )
    return whole.test(plainText)
  }
}
