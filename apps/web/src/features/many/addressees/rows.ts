import { postalAddressSchema, type AddressText, type PostalAddress } from '@postroom/contract/address'
import { fieldErrorsOf } from '@postroom/contract/field-errors'
import type { FieldError } from '@postroom/contract/errors'
import { singleLine } from '@postroom/contract/single-line'
import { countryNamed } from '@postroom/domain/catalogue/country-names'
import { COLUMN_FIELDS, type ColumnField, type Mapping } from './columns.ts'
import type { AddressFile } from './read-file.ts'

/** Texts by field. */
export type Typed = Readonly<Partial<Record<ColumnField, string>>>

/** One addressee. Texts are as in the file or in the address book, until they are corrected. */
export interface Row {
  id: string
  /** The row of the file, as a spreadsheet shows it, or the place in the list. */
  number: number
  /** The texts of the fields; a field without a column is absent. */
  typed: Typed
}

/** A field of a row that must be corrected before it can be sent. */
interface RowProblem {
  field: ColumnField
  code: FieldError['code']
}

/** The rows of a file, by what its columns fill. */
export const rowsOf = (file: AddressFile, mapping: Mapping): Row[] =>
  file.lines.map(({ number, cells }) => ({
    id: String(number),
    number,
    typed: Object.fromEntries(mapping.flatMap((field, at) => (field ? [[field, cells[at] ?? '']] : []))),
  }))

/** The rows of addresses from the address book. */
export const rowsFromBook = (addresses: readonly (AddressText & { id: string })[]): Row[] =>
  addresses.map(({ id, ...address }, index) => ({
    id,
    number: index + 1,
    typed: Object.fromEntries(
      COLUMN_FIELDS.flatMap((field) => (field === 'reference' ? [] : [[field, address[field]] as const])),
    ),
  }))

const referenceSchema = singleLine(20)

const isField = (name: string): name is ColumnField => (COLUMN_FIELDS as readonly string[]).includes(name)

/** A row as it would be sent. Its address is absent while something is wrong with it. */
export interface ReadRow extends Row {
  address: PostalAddress | undefined
  reference: string
  problems: readonly RowProblem[]
}

/** The address of a row as it would be bought, and what is wrong with it. */
export function readRow(row: Row): ReadRow {
  const { reference = '', country = '', ...typed } = row.typed
  const code = country.trim() === '' ? 'GB' : countryNamed(country)
  const read = postalAddressSchema.safeParse({ ...typed, country: code ?? country.slice(0, 2) })
  const errors = [
    ...(read.success ? [] : fieldErrorsOf(read.error.issues)),
    ...fieldErrorsOf(referenceSchema.safeParse(reference).error?.issues ?? []).map((error) => ({
      ...error,
      field: 'reference',
    })),
  ]
  const problems = errors.flatMap(({ field, code: what }) => (isField(field) ? [{ field, code: what }] : []))
  return { ...row, address: read.data, reference: reference.trim(), problems: problems.filter(isFirst) }
}

/** One problem of a field is enough. */
const isFirst = ({ field }: RowProblem, index: number, all: readonly RowProblem[]): boolean =>
  all.findIndex((problem) => problem.field === field) === index
