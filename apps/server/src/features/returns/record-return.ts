import { updateAddress } from '@postroom/contract/address-book'
import { fieldError } from '@postroom/contract/field-errors'
import type { NewReturn, ReturnedItem } from '@postroom/contract/returned-item'
import { isMisread, itemNumberOf } from '@postroom/domain/post/item-number'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/in-transaction.ts'
import { act, type LockedActor } from '../../access/act.ts'
import { AppError } from '../../app-error.ts'
import { refusalFor } from '../../access/authorise.ts'
import type { Requester } from '../../access/actor.ts'
import { markInvalid } from '../address-book/address.store.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { findByNumber, findByShipment, type PostedItem } from './posted-item.store.ts'
import { findOpen, findReturn, insertReturn } from './return.store.ts'

/**
 * Records a returned item, once while it is open, and marks its addressee in the address book if requested.
 *
 * @throws AppError `not_found` when nothing was posted under it, `invalid_request` when the number is misread, and the
 * address book's refusals
 */
export const recordReturn = (
  context: Context,
  user: Requester,
  { mark_address_invalid, ...wanted }: NewReturn,
): Promise<ReturnedItem & { addresses_marked: number }> =>
  act(context, user, async (tx, actor) => {
    // marking an address changes the address book
    const refusal = mark_address_invalid && refusalFor(updateAddress, actor, context.settings.projectVariant)
    if (refusal) throw refusal
    const posted = await postedItem(tx, actor, wanted)
    const id = await recordOnce(tx, actor, posted, wanted)
    const addresses_marked = mark_address_invalid ? await markInvalid(tx, actor, posted.to, wanted.reason) : 0
    const details = { addresses: addresses_marked }
    if (addresses_marked > 0)
      await recordAudit(tx, { ...factOf(actor, id), event: 'addresses_marked_invalid', details })
    return { ...(await findReturn(tx, actor.organisation_id, id))!, addresses_marked }
  })

type Wanted = Omit<NewReturn, 'mark_address_invalid'>

async function postedItem(tx: Tx, { organisation_id }: LockedActor, wanted: Wanted): Promise<PostedItem> {
  const { barcode, shipment_id } = wanted
  const number = itemNumberOf(barcode ?? '')
  const found =
    shipment_id === undefined
      ? await findByNumber(tx, organisation_id, number)
      : await findByShipment(tx, organisation_id, shipment_id)
  if (found) return found
  if (isMisread(number)) throw new AppError('invalid_request', { fields: [fieldError('barcode', 'invalid')] })
  throw new AppError('not_found')
}

/** @returns the id of the new or the open record */
async function recordOnce(tx: Tx, user: LockedActor, posted: PostedItem, wanted: Wanted): Promise<string> {
  const { reason, action, notes } = wanted
  const { to: _addressee, ...item } = posted
  const whose = { organisation_id: user.organisation_id, created_by: user.id }
  const id = await insertReturn(tx, { ...item, ...whose, reason, action, notes })
  if (id === undefined) {
    const open = await findOpen(tx, user.organisation_id, posted)
    if (open === undefined) throw new AppError('try_again') // recorded meanwhile by another call
    return open
  }
  await recordAudit(tx, { ...factOf(user, id), event: 'return_recorded', details: { reason, action } })
  return id
}

const factOf = ({ id: user_id, organisation_id }: LockedActor, subject: string) => ({
  organisation_id,
  user_id,
  subject,
})
