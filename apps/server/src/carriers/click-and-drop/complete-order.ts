import type { Db } from '../../db/database.ts'
import type { CarrierOrder } from '../carrier-port.ts'
import type { Order } from './answers.ts'
import type { Answered } from '../royal-mail/answered.ts'
import { checkLabel, stockOf, type UsableLabel } from '../royal-mail/check-label.ts'
import type { ClickAndDropApi } from './click-and-drop-api.ts'
import { notePrintsLabels, type Connection } from './connection.store.ts'
import { moveOn, referenceOf, type Reference } from './reference.store.ts'
import { ACCOUNT_SERVICES } from './service-codes.ts'

/** An order in flight. */
export interface OrderWork {
  db: Db
  api: ClickAndDropApi
  connection: Connection
  ref: string
  order: CarrierOrder
}

/** An order as it was found, or as it has just been created, with its label in base64. */
type FoundOrder = Order & { label?: string | undefined }

const FORBIDDEN = 403
const NO_LABELS = 'The Click & Drop account may not print labels through its interface.'
const NO_USABLE_LABEL = 'Royal Mail made no label that can be printed.'

/**
 * Finishes an order that exists: with its label and numbers, or by deleting it when no label can be had. Until either is
 * certain, nothing changes.
 *
 * @param isLate the order has waited so long for a label that it is deleted
 */
export async function completeOrder(work: OrderWork, found: FoundOrder, isLate = false): Promise<Reference> {
  const { db, ref } = work
  const label = await labelOf(work, found)
  if (label.kind === 'refused' && label.status === 0) return (await referenceOf(db, ref))!
  if (label.kind === 'refused') return cancel(work, found, label.reason)
  const numbers = label.kind === 'ok' ? await numbersOf(work, found) : undefined
  const usable = numbers && label.kind === 'ok' ? await usableLabel(work, label.value, numbers) : undefined
  if (!usable || !numbers) return isLate ? cancel(work, found, NO_USABLE_LABEL) : (await referenceOf(db, ref))!
  if ('unusable' in usable) return cancel(work, found, usable.unusable)
  const [carrier_no = '', ...further_nos] = numbers
  return moveOn(db, ref, 'asked', {
    state: 'live',
    order_id: found.orderIdentifier,
    carrier_no,
    further_nos,
    ...usable,
  })
}

/** Deletes an order that is being cancelled. */
export async function cancelOrder({ db, api, ref }: OrderWork, orderId: number): Promise<Reference> {
  const removed = await api.remove(orderId, ref)
  return removed.kind === 'ok' ? moveOn(db, ref, 'cancelling', { state: 'rejected' }) : (await referenceOf(db, ref))!
}

/** From here on no process sells the order. */
async function cancel(work: OrderWork, { orderIdentifier }: FoundOrder, reason: string): Promise<Reference> {
  const moved = await moveOn(work.db, work.ref, 'asked', { state: 'cancelling', reason })
  return moved.state === 'cancelling' ? cancelOrder(work, orderIdentifier) : moved
}

async function labelOf(work: OrderWork, found: FoundOrder): Promise<Answered<Uint8Array>> {
  if (found.label) return { kind: 'ok', value: Buffer.from(found.label, 'base64') }
  const label = await work.api.label(found.orderIdentifier)
  if (label.kind !== 'refused' || label.status !== FORBIDDEN) return label
  await notePrintsLabels(work.db, work.connection.id, false)
  return { ...label, reason: NO_LABELS }
}

/** The numbers of all items; nothing while the carrier has not given them. */
async function numbersOf({ api, ref, order }: OrderWork, found: FoundOrder): Promise<string[] | undefined> {
  if (ACCOUNT_SERVICES[order.quote.service.code]?.isUntracked)
    return Array.from({ length: order.labels }, (_, item) => numberWithout(ref, found.orderIdentifier, item))
  const given = numbersIn(found)
  if (given.length === order.labels) return given
  const again = await api.find(ref)
  const now = again.kind === 'ok' && again.value ? numbersIn(again.value) : []
  return now.length === order.labels ? now : undefined
}

const numbersIn = ({ trackingNumber, packages = [] }: Order): string[] => {
  const ofPackages = packages.flatMap((one) => one.trackingNumber ?? [])
  return ofPackages.length > 0 || trackingNumber === undefined ? ofPackages : [trackingNumber]
}

/** Stands for the number of an item without one. The carrier counts the orders of each account from the same start. */
const numberWithout = (ref: string, orderId: number, item: number): string =>
  [orderId, ref.slice(0, 8), ...(item === 0 ? [] : [item + 1])].join('-').toUpperCase()

/** The label when it can be printed, or why not; nothing when it is no PDF. */
async function usableLabel(
  { order }: OrderWork,
  pdf: Uint8Array,
  numbers: string[],
): Promise<UsableLabel | { unusable: string } | undefined> {
  const isTracked = !ACCOUNT_SERVICES[order.quote.service.code]?.isUntracked
  const checked = checkLabel(pdf, {
    stock: stockOf(order.draft),
    items: order.labels,
    numbers: isTracked ? numbers : [],
  })
  return checked.catch(() => undefined)
}
