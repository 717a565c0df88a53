import type { InvoiceOutcome } from '@postroom/domain/purchase/match-invoice'
import { BOOKABLE_OUTCOMES } from '@postroom/domain/purchase/match-invoice'
import type { Pence } from '@postroom/domain/money'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import { pageOf, type Page } from '../../db/page.ts'
import type { CarrierInvoiceTables } from '../../db/tables/money/carrier-invoices.ts'

const LINES_AT_ONCE = 500

/** Imports run one after the other until the transaction ends: each compares with the lines before it. */
export const lockInvoices = (tx: Tx): Promise<unknown> => sql`select pg_advisory_xact_lock(770031)`.execute(tx)

/** The invoice that was imported from this file. */
export const findByFile = (tx: Tx, carrierCode: string, sha256: string) =>
  tx
    .selectFrom('carrier_invoice')
    .select('id')
    .where('carrier_code', '=', carrierCode)
    .where('sha256', '=', sha256)
    .executeTakeFirst()

export const hasNumber = async (tx: Tx, carrierCode: string, number: string): Promise<boolean> =>
  (await tx
    .selectFrom('carrier_invoice')
    .select('id')
    .where('carrier_code', '=', carrierCode)
    .where('number', '=', number)
    .executeTakeFirst()) !== undefined

/** Records an invoice. @returns its id */
export async function insertInvoice(
  tx: Tx,
  invoice: Insertable<CarrierInvoiceTables['carrier_invoice']>,
): Promise<string> {
  const { id } = await tx.insertInto('carrier_invoice').values(invoice).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Records its lines, some hundred in one statement. */
export async function insertLines(
  tx: Tx,
  lines: readonly Insertable<CarrierInvoiceTables['carrier_invoice_line']>[],
): Promise<void> {
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE)
    await tx
      .insertInto('carrier_invoice_line')
      .values(lines.slice(from, from + LINES_AT_ONCE))
      .execute()
}

const IS_BOOKED = sql<boolean>`exists (select from carrier_adjustment booked
  where booked.carrier_code = carrier_invoice_line.carrier_code and booked.reference = carrier_invoice_line.reference)`

/** The sums of the lines of an invoice, in pence. */
interface Sums {
  lines: number
  total: Pence
  agree: number
  differ: number
  over: Pence
  under: Pence
  to_book: number
}
type Outline = Selectable<CarrierInvoiceTables['carrier_invoice']> &
  Sums & { reason: string | null; booked_at: Date | null }

const outlines = (db: Db) =>
  db
    .selectFrom('carrier_invoice')
    .leftJoin('carrier_invoice_booking', 'carrier_invoice_booking.invoice_id', 'carrier_invoice.id')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('carrier_invoice_line')
          .whereRef('carrier_invoice_line.invoice_id', '=', 'carrier_invoice.id')
          .select([
            sql<number>`count(row_number)`.as('lines'),
            sql<Pence>`coalesce(sum(gross), 0)::bigint`.as('total'),
            sql<number>`count(*) filter (where outcome = 'agrees')`.as('agree'),
            sql<number>`count(*) filter (where outcome <> 'agrees')`.as('differ'),
            sql<Pence>`coalesce(sum(difference) filter (where difference > 0), 0)::bigint`.as('over'),
            sql<Pence>`coalesce(-sum(difference) filter (where difference < 0), 0)::bigint`.as('under'),
            sql<number>`count(*) filter (where outcome = any(${[...BOOKABLE_OUTCOMES]}) and not ${IS_BOOKED})`.as(
              'to_book',
            ),
          ])
          .as('sums'),
      (join) => join.onTrue(),
    )
    .selectAll('carrier_invoice')
    .selectAll('sums')
    .select([
      'reason',
      'booked_at',
      sql<string>`first_day::text`.as('first_day'),
      sql<string>`last_day::text`.as('last_day'),
    ])

/** An invoice with the sums of its lines. */
export const findInvoice = (db: Db, id: string): Promise<Outline | undefined> =>
  outlines(db).where('carrier_invoice.id', '=', id).executeTakeFirst()

/** One page of the invoices, and how many there are. */
export async function pageInvoices(
  db: Db,
  direction: 'asc' | 'desc',
  { start, length }: Page,
): Promise<{ rows: Outline[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    outlines(db).orderBy('imported_at', direction).orderBy('carrier_invoice.id').offset(start).limit(length).execute(),
    db
      .selectFrom('carrier_invoice')
      .select((count) => count.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

const linesOf = (db: Db, invoiceId: string, outcome: InvoiceOutcome | undefined) => {
  const lines = db.selectFrom('carrier_invoice_line').where('invoice_id', '=', invoiceId)
  return outcome === undefined ? lines.where('outcome', '<>', 'agrees') : lines.where('outcome', '=', outcome)
}

const shownLines = (db: Db, invoiceId: string, outcome?: InvoiceOutcome) =>
  linesOf(db, invoiceId, outcome)
    .leftJoin('purchase', 'purchase.id', 'purchase_id')
    .leftJoin('organisation', 'organisation.id', 'purchase.organisation_id')
    .selectAll('carrier_invoice_line')
    .select(['purchase.organisation_id', 'organisation.name as organisation', IS_BOOKED.as('is_booked')])
    .select(sql<string | null>`posted_on::text`.as('posted_on'))
    .orderBy('position')

/** A line with the buyer of its item. */
export type ShownLine = Awaited<ReturnType<typeof listDifferences>>[number]

/** Every difference of an invoice; no invoice has more than its lines and the items of its period. */
export const listDifferences = (db: Db, invoiceId: string) => shownLines(db, invoiceId).execute()

/** One page of the differences, or of the lines with one outcome. */
export const pageLines = (
  db: Db,
  invoiceId: string,
  outcome: InvoiceOutcome | undefined,
  page: Page & { direction: 'asc' | 'desc' },
) =>
  pageOf(
    linesOf(db, invoiceId, outcome),
    shownLines(db, invoiceId, outcome).clearOrderBy().orderBy('position', page.direction),
    page,
  )

/** The purchase of a line, with its organisation. */
export const findLinePurchase = (db: Db, invoiceId: string, position: number) =>
  db
    .selectFrom('carrier_invoice_line')
    .innerJoin('purchase', 'purchase.id', 'purchase_id')
    .where('invoice_id', '=', invoiceId)
    .where('position', '=', position)
    .selectAll('purchase')
    .executeTakeFirst()

/** The first differences after a position that are not booked. */
export const listToBook = (db: Db, invoiceId: string, after: number, limit: number) =>
  db
    .selectFrom('carrier_invoice_line')
    .where('invoice_id', '=', invoiceId)
    .where('position', '>', after)
    .where('outcome', 'in', BOOKABLE_OUTCOMES)
    .where(sql<boolean>`not ${IS_BOOKED}`)
    .select((line) => [
      'position',
      'reference',
      'purchase_id',
      'difference',
      line
        .exists(
          line
            .selectFrom('return_label')
            .select('id')
            .whereRef('return_label.carrier_code', '=', 'carrier_invoice_line.carrier_code')
            .whereRef('number', '=', 'item_no'),
        )
        .$castTo<boolean>()
        .as('of_return'),
    ])
    .orderBy('position')
    .limit(limit)
    .execute()

/** Records the decision to book, once. @returns false when it was recorded before */
export async function insertBooking(
  tx: Tx,
  booking: Insertable<CarrierInvoiceTables['carrier_invoice_booking']>,
): Promise<boolean> {
  const added = await tx
    .insertInto('carrier_invoice_booking')
    .values(booking)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return added.numInsertedOrUpdatedRows === 1n
}
