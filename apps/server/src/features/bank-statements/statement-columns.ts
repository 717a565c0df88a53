/**
 * The columns read from a statement, each with the header names that banks give it; case, blanks and underscores do not
 * matter. A further bank adds its names here. `amount` is below zero for a debit; `paid_in` is empty for one.
 */
const NAMES = {
  date: ['date', 'transaction date', 'booking date', 'posted date'],
  amount: ['amount', 'amount (gbp)', 'value'],
  paid_in: ['paid in', 'money in', 'credit', 'credit amount'],
  reference: ['reference', 'payment reference'],
  description: ['description', 'transaction description', 'memo', 'narrative', 'details'],
  payer: ['payer', 'counter party', 'counterparty', 'name'],
  transaction_id: ['transaction id', 'id', 'bank reference', 'fitid'],
  currency: ['currency'],
} as const satisfies Record<string, readonly string[]>

export const STATEMENT_COLUMNS = Object.keys(NAMES) as (keyof typeof NAMES)[]

const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_]/g, '')
const COLUMN_OF = new Map(STATEMENT_COLUMNS.flatMap((column) => NAMES[column].map((name) => [plain(name), column])))

/** The column that a header names; null for one that is not read. */
export const statementColumnOf = (header: string): string | null => COLUMN_OF.get(plain(header)) ?? null
