import { sumPence, timesPence, toPence, type Pence } from '../money.ts'

/** What a line of a carrier's invoice is, or a purchase that the invoice leaves out (`missing`). */
export const INVOICE_OUTCOMES = [
  'agrees',
  'charged_more',
  'charged_less',
  'charged_twice',
  'charged_voided',
  'return_used',
  'other_account',
  'unknown_item',
  'missing',
] as const
export type InvoiceOutcome = (typeof INVOICE_OUTCOMES)[number]

/** The outcomes that change what the carrier charged for a purchase of ours, and can be booked as adjustments. */
export const BOOKABLE_OUTCOMES = [
  'charged_more',
  'charged_less',
  'charged_twice',
  'charged_voided',
  'return_used',
] as const satisfies readonly InvoiceOutcome[]

/** What the invoice charges for one item; below zero: what it credits. Pence including VAT, as purchases are stored. */
interface InvoiceLine {
  item_no: string
  gross: Pence
}

/** One label of a purchase, or its return label. Amounts in pence including VAT. */
export interface PurchasedItem {
  item_no: string
  purchase_id: string
  /** The account of the buyer. */
  account_id: string
  is_voided: boolean
  /** A return label is charged when it is used, so it is on no invoice before, and the books hold nothing for it. */
  is_return: boolean
  /** Whether it belongs on this invoice: alive, of its period and account, and on no earlier invoice. */
  is_due: boolean
  /** What the books hold as the carrier's charge, once every difference of earlier invoices is booked. */
  booked: Pence
  /** What earlier invoices charged, less what they credited. */
  invoiced: Pence
}

/** One line with its outcome. `gross` is `expected` plus `difference`; `line` counts from 0 and is null when missing. */
export interface MatchedLine {
  line: number | null
  item_no: string
  outcome: InvoiceOutcome
  purchase_id: string | null
  gross: Pence
  expected: Pence
  difference: Pence
}

/**
 * Compares an invoice with what was bought. The difference of a line is what the carrier has charged for its item on all
 * invoices so far, minus what the books hold. So a second charge is a difference, its credit on a later invoice cancels it,
 * and once every difference is booked both sides agree to the penny.
 *
 * @param items each item once: those the lines name, and those that are due
 * @param account the account that the invoice is for; null: every account of the carrier
 */
export function matchInvoice(
  lines: readonly InvoiceLine[],
  items: readonly PurchasedItem[],
  account: string | null,
): MatchedLine[] {
  const known = new Map(items.map((item) => [item.item_no, { ...item, isNamed: false }]))
  const matched = lines.map(({ item_no, gross }, line): MatchedLine => {
    const item = known.get(item_no)
    if (!item) return notOurs(line, item_no, gross, 'unknown_item', null)
    if (account !== null && item.account_id !== account)
      return notOurs(line, item_no, gross, 'other_account', item.purchase_id)
    const difference = toPence(item.invoiced + gross - item.booked)
    const outcome = outcomeOf(item, gross, difference)
    item.invoiced = sumPence(item.invoiced, gross)
    item.booked = item.invoiced
    item.isNamed = true
    const { purchase_id } = item
    return { line, item_no, outcome, purchase_id, gross, difference, expected: toPence(gross - difference) }
  })
  const left = [...known.values()].filter(({ is_due, isNamed }) => is_due && !isNamed)
  return [...matched, ...left.map(missing)]
}

function outcomeOf({ invoiced, is_voided, is_return }: PurchasedItem, gross: Pence, difference: Pence): InvoiceOutcome {
  if (difference === 0) return 'agrees'
  if (difference < 0) return 'charged_less'
  if (gross > 0 && invoiced > 0) return 'charged_twice'
  if (is_return) return 'return_used'
  return is_voided ? 'charged_voided' : 'charged_more'
}

const notOurs = (
  line: number,
  item_no: string,
  gross: Pence,
  outcome: InvoiceOutcome,
  purchase_id: string | null,
): MatchedLine => ({ line, item_no, outcome, purchase_id, gross, expected: toPence(0), difference: gross })

const missing = ({ item_no, purchase_id, booked }: PurchasedItem): MatchedLine => ({
  line: null,
  item_no,
  outcome: 'missing',
  purchase_id,
  gross: toPence(0),
  expected: booked,
  difference: timesPence(booked, -1),
})
