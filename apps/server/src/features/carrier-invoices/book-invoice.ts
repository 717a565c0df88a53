import type { SignedInUser } from '../../access/signed-in-user.ts'
import { act } from '../../access/act.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { adjustCharge } from '../ledger/adjust-charge.ts'
import { findInvoice, insertBooking, listToBook } from './carrier-invoice.store.ts'

/** A call ends in time: each difference is a transaction of its own. */
const BOOKED_AT_ONCE = 500

/**
 * Books differences of an invoice as adjustments, each once by the number of the invoice and the row. A call that was cut off
 * is completed by the next.
 *
 * @returns the differences that the ledger refuses
 * @throws AppError `not_found`
 */
export async function bookInvoice(
  context: Context,
  user: SignedInUser,
  id: string,
  reason: string,
): Promise<{ position: number; reason: string }[]> {
  await act(context, user, async (tx, actor) => {
    const invoice = await findInvoice(tx, id)
    if (!invoice) throw new AppError('not_found')
    if (!(await insertBooking(tx, { invoice_id: id, reason, booked_by: actor.id }))) return
    const { organisation_id, id: user_id } = actor
    const details = { number: invoice.number, differences: invoice.to_book }
    await recordAudit(tx, { organisation_id, user_id, event: 'carrier_invoice_booked', subject: id, details })
  })
  const refused: { position: number; reason: string }[] = []
  for (const { position, reference, purchase_id, difference } of await listToBook(context.db, id, BOOKED_AT_ONCE)) {
    const booked = await adjustCharge(context.db, { purchase: purchase_id!, reference, change: difference })
    if (booked.kind === 'refused') refused.push({ position, reason: booked.reason })
  }
  return refused
}
