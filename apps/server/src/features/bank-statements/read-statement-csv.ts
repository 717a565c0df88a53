import { STATEMENT_LINES_MAX } from '@postroom/contract/bank-statement'
import type { FieldError } from '@postroom/contract/errors'
import { fieldError } from '@postroom/contract/field-errors'
import { isCalendarDate } from '@postroom/domain/calendar'
import { toPence, type Pence } from '@postroom/domain/money'
import { AppError } from '../../app-error.ts'
import { readCsv, type CsvRow } from '../../csv/read-csv.ts'
import { STATEMENT_COLUMNS, statementColumnOf } from './statement-columns.ts'
import {
  AMOUNT_MAX,
  bankText,
  PAYER_MAX,
  penceOf,
  TEXT_MAX,
  type IgnoredEntry,
  type ReadStatement,
  type StatementLine,
} from './statement-line.ts'

/**
 * The lines of a statement written as CSV, all or none. Only credits in pounds are lines.
 *
 * @throws AppError `invalid_request` with each bad cell as `{row}.{column}`, `too_many_lines`
 */
export function readStatementCsv(csv: string, account: string): ReadStatement {
  const { rows, problems, hasMore } = readCsv(csv, STATEMENT_COLUMNS, STATEMENT_LINES_MAX, statementColumnOf)
  if (hasMore) throw new AppError('too_many_lines', { details: { limit: STATEMENT_LINES_MAX } })
  refuseIfAny(problems)
  const [first] = rows
  if (!first) throw new AppError('invalid_request', { fields: [fieldError('2', 'required')] })
  refuseIfAny(missingColumns(first))
  const read = rows.map((row) => readRow(row, account))
  refuseIfAny(read.flatMap((row) => ('problem' in row ? [row.problem] : [])))
  return {
    lines: read.flatMap((row) => ('line' in row ? [row.line] : [])),
    ignored: read.flatMap((row) => ('ignored' in row ? [row.ignored] : [])),
  }
}

/** A date, an amount, and a text that can name a top-up. */
const NEEDED = [['date'], ['amount', 'paid_in'], ['reference', 'description']] as const

const missingColumns = ({ cells }: CsvRow): FieldError[] =>
  NEEDED.filter((any) => !any.some((name) => cells.has(name))).map(([name]) => fieldError(`1.${name}`, 'required'))

type Read = { line: StatementLine } | { ignored: IgnoredEntry } | { problem: FieldError }

function readRow({ number, cells }: CsvRow, account: string): Read {
  const cell = (name: (typeof STATEMENT_COLUMNS)[number]) => cells.get(name) ?? ''
  const day = cell('date').replace(/^(\d{2})[/.](\d{2})[/.](\d{4})$/, '$3-$2-$1')
  if (!isCalendarDate(day)) return { problem: fieldError(`${number}.date`, 'invalid_date') }
  const column = cells.has('paid_in') ? 'paid_in' : 'amount'
  const isPaidOut = column === 'paid_in' && cell(column) === ''
  const amount = isPaidOut ? toPence(0) : penceOf(cell(column).replaceAll(NOT_OF_NUMBER, ''))
  if (amount === undefined) return { problem: fieldError(`${number}.${column}`, 'invalid_amount') }
  const currency = cell('currency') || 'GBP'
  const reason = isPaidOut ? 'debit' : reasonToIgnore(amount, currency)
  if (reason) return { ignored: { account, day, amount: bankText(`${cell(column)} ${currency}`, AMOUNT_MAX), reason } }
  const text = bankText([cell('reference'), cell('description')].filter(Boolean).join(' / '), TEXT_MAX)
  const bank_reference = bankText(cell('transaction_id'), TEXT_MAX)
  return { line: { account, booked_on: day, amount, text, payer: bankText(cell('payer'), PAYER_MAX), bank_reference } }
}

/** The pound sign, and commas between thousands: a decimal comma stays, and is refused. */
const NOT_OF_NUMBER = /£|,(?=\d{3}(?!\d))/g

function reasonToIgnore(amount: Pence, currency: string): IgnoredEntry['reason'] | undefined {
  if (currency.toUpperCase() !== 'GBP') return 'other_currency'
  if (amount < 0) return 'debit'
  return amount === 0 ? 'no_amount' : undefined
}

function refuseIfAny(problems: readonly FieldError[]): void {
  if (problems.length > 0) throw new AppError('invalid_request', { fields: problems })
}
