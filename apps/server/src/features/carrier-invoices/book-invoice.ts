import type { SignedInUser } from '../../access/signed-in-user.ts'
import { act } from '../../access/act.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { adjustCharge } from '../ledger/adjust-charge.rule.ts'
import { findInvoice, insertBooking, listToBook } from './carrier-invoice.store.ts'

/** A call ends in time: each difference is a transaction of its own. */
const BOOKED_AT_ONCE = 500

/**
 * Books differences of an invoice as adjustments, each once by the number of the invoice and the row. A call that was cut off
 * is repeated.
 *
 * @param after the position after which the differences are booked
 * @returns the differences that the ledger refuses, and the last position when there may be more
 * @throws AppError `not_found`
 */
export async function bookInvoice(
  context: Context,
  user: SignedInUser,
  id: string,
  { reason, after }: { reason: string; after: number },
): Promise<{ refused: { position: number; reason: string }[]; next?: number }> {
  await act(context, user, async (tx, actor) => {
    const invoice = await findInvoice(tx, id)
    if (!invoice) throw new AppError('not_found')
    if (!(await insertBooking(tx, { invoice_id: id, reason, booked_by: actor.id }))) return
    const { organisation_id, id: user_id } = actor
    const details = { number: invoice.number, differences: invoice.to_book }
    await recordAudit(tx, { organisation_id, user_id, event: 'carrier_invoice_booked', subject: id, details })
  })
  const refused: { position: number; reason: string }[] = []
  const lines = await listToBook(context.db, id, after, BOOKED_AT_ONCE)
  for (const { position, reference, purchase_id, difference, of_return } of lines) {
    const booked = await adjustCharge(context.db, { purchase: purchase_id!, reference, change: difference, of_return })
    if (booked.kind === 'refused') refused.push({ position, reason: booked.reason })
  }
  return { refused, ...(lines.length === BOOKED_AT_ONCE && { next: lines.at(-1)!.position }) }
}
