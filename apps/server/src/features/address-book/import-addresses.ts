import {
  ADDRESS_CSV_COLUMNS,
  addressDraftSchema,
  type AddressDraft,
  type importAddresses,
} from '@postroom/contract/address-book'
import type { AnswerOf } from '@postroom/contract/endpoint'
import type { FieldError } from '@postroom/contract/errors'
import { fieldErrorsOf } from '@postroom/contract/field-errors'
import type { Context } from '../../context.ts'
import { readCsv, type CsvRow } from '../../csv/read-csv.ts'
import { act } from '../../access/act.ts'
import { AppError } from '../../app-error.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { insertAddresses } from './address.store.ts'
import { writtenAddress } from './write-address.ts'

const MOST_ROWS = 5000
const MOST_PROBLEMS = 100
const ROWS_SHOWN = 20

/**
 * Adds the addresses of a CSV file: all of them, or none when any row is invalid. A preview reports what would happen.
 */
export async function importCsv(
  context: Context,
  user: SignedInUser,
  text: string,
  isPreview: boolean,
): Promise<AnswerOf<typeof importAddresses>> {
  const { drafts, problems } = draftsOf(text)
  if (problems.length > 0 && !isPreview) throw new AppError('invalid_request', { fields: problems })
  // thousands of addresses are not sent to the look-up service
  const addresses = await Promise.all(drafts.map((draft) => writtenAddress(draft, async () => [])))
  if (isPreview) return { rows: addresses.length, imported: 0, problems, data: addresses.slice(0, ROWS_SHOWN) }
  await act(context, user, async (tx, actor) => {
    await insertAddresses(tx, actor, addresses)
    const { organisation_id, id: user_id } = actor
    await recordAudit(tx, {
      organisation_id,
      user_id,
      event: 'addresses_imported',
      details: { rows: addresses.length },
    })
  })
  return { rows: addresses.length, imported: addresses.length, problems, data: [] }
}

function draftsOf(text: string): { drafts: AddressDraft[]; problems: FieldError[] } {
  const { rows, problems, hasMore } = readCsv(text, ADDRESS_CSV_COLUMNS, MOST_ROWS)
  if (hasMore) throw new AppError('body_too_large')
  const parsed = rows.map((row) => ({ row, ...addressDraftSchema.safeParse(fieldsOf(row), { reportInput: true }) }))
  const wrong = parsed.flatMap(({ row, error }) =>
    fieldErrorsOf(error?.issues ?? []).map((problem) => ({ ...problem, field: `${row.number}.${problem.field}` })),
  )
  return {
    drafts: parsed.flatMap(({ data }) => (data ? [data] : [])),
    problems: [...problems, ...wrong].slice(0, MOST_PROBLEMS),
  }
}

/** The cells as fields of an address; an empty cell is an absent field. */
function fieldsOf({ cells }: CsvRow): Record<string, unknown> {
  const given = [...cells].filter(([, cell]) => cell !== '')
  return Object.fromEntries(given.map(([column, cell]) => [column, READ[column]?.(cell) ?? cell]))
}

const YES_OR_NO: Readonly<Record<string, boolean>> = { true: true, false: false }

/** Columns that are not text. Spreadsheets write TRUE and FALSE in capitals. */
const READ: Readonly<Record<string, (cell: string) => unknown>> = {
  isResidential: (cell) => YES_OR_NO[cell.toLowerCase()],
  tags: (cell) => cell.split(';'),
}
