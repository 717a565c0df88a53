import type { IGNORED_REASONS } from '@postroom/contract/bank-statement'
import { toPence, type Pence } from '@postroom/domain/money'
import { createHash } from 'node:crypto'

/** A credit of a statement. */
export interface StatementLine {
  account: string
  booked_on: string
  amount: Pence
  text: string
  payer: string
  /** The bank's reference for it; empty where the bank gives none. */
  bank_reference: string
}

/** An entry that is not kept; `amount` as the file writes it. */
export interface IgnoredEntry {
  account: string
  day: string
  amount: string
  reason: (typeof IGNORED_REASONS)[number]
}

/** What a file contains. */
export interface ReadStatement {
  lines: StatementLine[]
  ignored: IgnoredEntry[]
}

/** Text of a bank on one line, without signs that cannot be shown, cut to `most` characters. */
export const bankText = (text: string, most: number): string =>
  text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed()

/** The most characters that are kept. */
export const TEXT_MAX = 500
export const PAYER_MAX = 140
export const ACCOUNT_MAX = 50
export const AMOUNT_MAX = 50

/** Pounds with two decimals, or more when they are zeros; to £1,000 million. Undefined for any other text. */
export function penceOf(text: string): Pence | undefined {
  const [, sign, pounds, pence = ''] = /^(-?)(\d{1,10})(?:\.(\d{1,2})0*)?$/.exec(text) ?? []
  if (pounds === undefined) return undefined
  const amount = Number(pounds) * 100 + Number(pence.padEnd(2, '0'))
  return toPence(sign === '-' && amount > 0 ? -amount : amount)
}

/**
 * The key of each line, under which it is kept once in its account: the bank's reference; or a hash of its content and of its
 * place among the lines of the file with the same content, so that the same lines of an overlapping file get the same keys.
 */
export function withKeys(lines: readonly StatementLine[]): (StatementLine & { key: string })[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const { account, booked_on, amount, text, payer, bank_reference } = line
    if (bank_reference !== '') return { ...line, key: `ref ${bank_reference}` }
    const content = JSON.stringify([account, booked_on, amount, text, payer])
    const place = (seen.get(content) ?? 0) + 1
    seen.set(content, place)
    return { ...line, key: `sha ${createHash('sha256').update(`${content} ${place}`).digest('hex')}` }
  })
}
