import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import { pageOf, type Page } from '../../db/page.ts'
import type { BankStatementTables } from '../../db/tables/money/bank-statements.ts'

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

/** What was decided about a line: nothing yet, that it paid a top-up, or that it is none. */
export type LineState = 'open' | 'confirmed' | 'set_aside'

const IN_STATE: Readonly<Record<LineState, RawBuilder<boolean>>> = {
  open: sql`bank_line_outcome.line_id is null`,
  confirmed: sql`topup_id is not null`,
  set_aside: sql`reason is not null`,
}

const lines = (db: Db) =>
  db
    .selectFrom('bank_line')
    .leftJoin('bank_line_outcome', 'bank_line_outcome.line_id', 'bank_line.id')
    .leftJoin('topup', 'topup.id', 'bank_line_outcome.topup_id')
    .leftJoin('organisation', 'organisation.id', 'topup.organisation_id')

const shown = (db: Db) =>
  lines(db)
    .selectAll('bank_line')
    .select(['topup_id', 'bank_line_outcome.reason', 'payout_id', 'decided_at', 'organisation.name as organisation'])
    .select(sql<string>`booked_on::text`.as('booked_on'))

/** A line, with what was decided about it. */
export type StoredLine = Awaited<ReturnType<typeof findLine>> & {}

export const findLine = (db: Db, id: string) => shown(db).where('bank_line.id', '=', id).executeTakeFirst()

/** One page of the lines by day, and how many there are. */
export function pageLines(
  db: Db,
  { state, direction, ...page }: Page & { state: LineState | undefined; direction: 'asc' | 'desc' },
): Promise<{ rows: StoredLine[]; total: number }> {
  const ofState = state === undefined ? sql<boolean>`true` : IN_STATE[state]
  const rows = shown(db).where(ofState).orderBy('bank_line.booked_on', direction).orderBy('bank_line.id')
  return pageOf(lines(db).where(ofState), rows, page)
}

/** Records what a line was. @returns false when the line, the top-up or the payout is in such a record already */
export async function insertOutcome(
  tx: Tx,
  outcome: Insertable<BankStatementTables['bank_line_outcome']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('bank_line_outcome')
    .values(outcome)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Opens a line that was set aside. @returns false when it was not */
export async function deleteSetAside(tx: Tx, line_id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('bank_line_outcome')
    .where('line_id', '=', line_id)
    .where('topup_id', 'is', null)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
