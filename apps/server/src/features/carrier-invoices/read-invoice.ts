import { INVOICE_LINES_MAX } from '@postroom/contract/carrier-invoice'
import type { FieldError } from '@postroom/contract/errors'
import { fieldCode, fieldError, fieldErrorsOf } from '@postroom/contract/field-errors'
import { singleLine } from '@postroom/contract/single-line'
import { isCalendarDate } from '@postroom/domain/calendar'
import { toPence } from '@postroom/domain/money'
import * as z from 'zod'
import { AppError } from '../../app-error.ts'
import { readCsv, type CsvRow } from '../../csv/read-csv.ts'
import { INVOICE_COLUMNS, invoiceColumnOf, NEEDED_COLUMNS } from './invoice-columns.ts'

const MOST_PROBLEMS = 100

/** Text that matches; pass the code of any other. */
const textLike = (pattern: RegExp, code: 'invalid_amount' | 'invalid_weight') =>
  z.string().refine((text) => pattern.test(text), { params: fieldCode(code), abort: true })

/** Pounds, below zero for a credit: `3.20`, `-3.2`, `3`. */
const pounds = textLike(/^-?\d{1,6}(?:\.\d{1,2})?$/, 'invalid_amount').transform((text) =>
  toPence(Math.round(Number(text) * 100)),
)

/** `2026-11-20`, `20/11/2026` or `20.11.2026`. */
const day = z
  .string()
  .overwrite((text) => text.replace(/^(\d{2})[/.](\d{2})[/.](\d{4})$/, '$3-$2-$1'))
  .refine((text) => text === '' || isCalendarDate(text), { params: fieldCode('invalid_date') })

const lineSchema = z.object({
  item_number: singleLine(40).min(1),
  net: pounds,
  vat: z
    .string()
    .overwrite((text) => text || '0')
    .pipe(pounds),
  date: day.default(''),
  service: singleLine(60).default(''),
  weight_g: textLike(/^\d{0,6}$/, 'invalid_weight').default(''),
})

/** One line of an invoice; `row` is the row that a spreadsheet shows. Empty texts: not given. */
export type ReadLine = z.output<typeof lineSchema> & { row: number }

/**
 * The lines of an invoice written as CSV, all or none.
 *
 * @throws AppError `invalid_request` with each bad cell as `{row}.{column}`, `too_many_lines`
 */
export function readInvoice(text: string): ReadLine[] {
  const { rows, problems, hasMore } = readCsv(text, INVOICE_COLUMNS, INVOICE_LINES_MAX, invoiceColumnOf)
  if (hasMore) throw new AppError('too_many_lines', { details: { limit: INVOICE_LINES_MAX } })
  refuseIfAny(problems)
  const [first] = rows
  if (!first) throw new AppError('invalid_request', { fields: [fieldError('2', 'required')] })
  refuseIfAny(
    NEEDED_COLUMNS.filter((name) => !first.cells.has(name)).map((name) => fieldError(`1.${name}`, 'required')),
  )
  const parsed = rows.map((row) => ({
    row,
    ...lineSchema.safeParse(Object.fromEntries(row.cells), { reportInput: true }),
  }))
  refuseIfAny(parsed.flatMap(({ row, error }) => problemsIn(row, error)))
  return parsed.flatMap(({ row, data }) => (data ? [{ ...data, row: row.number }] : []))
}

const problemsIn = ({ number }: CsvRow, error: z.ZodError | undefined): FieldError[] =>
  fieldErrorsOf(error?.issues ?? []).map((problem) => ({ ...problem, field: `${number}.${problem.field}` }))

function refuseIfAny(problems: readonly FieldError[]): void {
  if (problems.length > 0) throw new AppError('invalid_request', { fields: problems.slice(0, MOST_PROBLEMS) })
}
