import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import { pageOf, type Page } from '../../db/page.ts'
import type { BankStatementTables } from '../../db/tables-bank-statements.ts'

const LINES_AT_ONCE = 500

type NewLine = Insertable<BankStatementTables['bank_line']>

/** Keeps the lines that are new. @returns how many were */
export async function insertLines(tx: Tx, lines: readonly NewLine[]): Promise<number> {
  let added = 0
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('bank_line')
      .values(lines.slice(from, from + LINES_AT_ONCE))
      .onConflict((conflict) => conflict.constraint('one_line_per_key').doNothing())
      .executeTakeFirstOrThrow()
    added += Number(numInsertedOrUpdatedRows)
  }
  return added
}

/** What is kept under the keys of these lines. */
export async function findKept(tx: Tx, lines: readonly Pick<NewLine, 'account' | 'key'>[]) {
  const { rows } = await sql<
    Pick<Selectable<BankStatementTables['bank_line']>, 'account' | 'key' | 'amount'> & { booked_on: string }
  >`
    select account, key, amount, booked_on::text as booked_on from bank_line
    join unnest(${lines.map(({ account }) => account)}::text[], ${lines.map(({ key }) => key)}::text[]) as wanted (account, key)
      using (account, key)`.execute(tx)
  return rows
}

/** Whether a line was confirmed. */
export type LineState = 'open' | 'confirmed'

const lines = (db: Db) =>
  db
    .selectFrom('bank_line')
    .leftJoin('bank_line_match', 'bank_line_match.line_id', 'bank_line.id')
    .leftJoin('topup', 'topup.id', 'bank_line_match.topup_id')
    .leftJoin('organisation', 'organisation.id', 'topup.organisation_id')

const shown = (db: Db) =>
  lines(db)
    .selectAll('bank_line')
    .select(['topup_id', 'confirmed_at', 'organisation.name as organisation'])
    .select(sql<string>`booked_on::text`.as('booked_on'))

/** A line, with the top-up that it paid if it was confirmed. */
export type StoredLine = Awaited<ReturnType<typeof findLine>> & {}

export const findLine = (db: Db, id: string) => shown(db).where('bank_line.id', '=', id).executeTakeFirst()

/** One page of the lines by day, and how many there are. */
export function pageLines(
  db: Db,
  { state, direction, ...page }: Page & { state: LineState | undefined; direction: 'asc' | 'desc' },
): Promise<{ rows: StoredLine[]; total: number }> {
  const ofState =
    state === undefined ? sql<boolean>`true` : sql<boolean>`(topup_id is not null) = ${state === 'confirmed'}`
  const rows = shown(db).where(ofState).orderBy('bank_line.booked_on', direction).orderBy('bank_line.id')
  return pageOf(lines(db).where(ofState), rows, page)
}

/** Records which top-up a line paid. @returns false when the line or the top-up is in such a record already */
export async function insertMatch(
  tx: Tx,
  match: Omit<Selectable<BankStatementTables['bank_line_match']>, 'confirmed_at'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('bank_line_match')
    .values(match)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
