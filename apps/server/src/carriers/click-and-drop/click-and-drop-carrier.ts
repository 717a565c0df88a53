import { renderLabel } from '@postroom/documents/label/label'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import type { Db } from '../../db/database.ts'
import type { CarrierPort, PurchaseOutcome } from '../carrier-port.ts'
import { pageFor, stockOf } from '../royal-mail/check-label.ts'
import { finalWordOn, labelOf, purchaseOutcome, voidOutcome } from '../royal-mail/final-word.ts'
import { trackItems } from '../royal-mail-tracking/track-items.ts'
import { apiFor, type ClickAndDrop } from './connected-api.ts'
import { connectionOf, connectionWith } from './connection.store.ts'
import { clickAndDropKeys } from './keys.ts'
import { removeLate, removeLateOrders } from './late-orders.ts'
import { clickAndDropManifests } from './manifests.ts'
import { clickAndDropReturns } from './returns.ts'
import { createOrder } from './create-order.ts'
import { cancelOrder, completeOrder } from './complete-order.ts'
import {
  ageOf,
  moveOn,
  referenceOf,
  rememberFirst,
  rememberVoid,
  voidAnswerOf,
  type Reference,
} from './reference.store.ts'
import { ACCOUNT_SERVICES } from './service-codes.ts'

const HORIZON_MS = 15 * 60_000
/** Creation, label and number, each in its turn. */
const TIMEOUT_MS = 20_000
/** Looks that found no order, before it counts as never made. */
const MISSES = 2

const UNKNOWN = { kind: 'unknown' } as const
const NOT_CONNECTED = 'This account is not connected to Click & Drop.'
const NO_LABELS =
  'The Click & Drop account may not print labels through its interface: Royal Mail allows it for business accounts only.'
const NO_SHEETS = 'Labels of Royal Mail are whole pages. Choose label stock with one label.'

/**
 * Royal Mail through Click & Drop v1: one order for each purchase, with our reference. Its interface has no idempotency
 * keys, so what was asked is written down before it is sent, and an order whose answer is lost is looked for, never sent
 * again.
 */
export function clickAndDropCarrier(installation: ClickAndDrop): CarrierPort {
  const { db, seal, horizon_ms = HORIZON_MS, tracking } = installation
  const trackWith = tracking && trackItems(db, tracking)

  /** Decides `ref` without an order. */
  const reject = async (ref: string, reason: string): Promise<PurchaseOutcome> => {
    await rememberFirst(db, ref, { state: 'rejected', connection_id: null, reason })
    return purchaseOutcome((await referenceOf(db, ref))!)
  }

  return {
    timeout_ms: TIMEOUT_MS,
    finishedLabels: true,
    keys: clickAndDropKeys(installation),
    manifests: clickAndDropManifests(installation),
    returns: clickAndDropReturns(installation),
    removeLate: () => removeLateOrders(installation),

    services: () => Object.keys(ACCOUNT_SERVICES) as ServiceCode[],

    async purchase(ref, order) {
      const connection = await connectionOf(db, seal, order.draft.by)
      if (!connection) return reject(ref, NOT_CONNECTED)
      if (connection.prints_labels === false) return reject(ref, NO_LABELS)
      if (!pageFor(stockOf(order.draft))) return reject(ref, NO_SHEETS)
      const isFirst = await rememberFirst(db, ref, { state: 'asked', connection_id: connection.id })
      if (!isFirst) return purchaseOutcome((await referenceOf(db, ref))!)
      const api = apiFor(installation, connection)
      const created = await api.create(createOrder(ref, order))
      if (created.kind === 'refused')
        return purchaseOutcome(await moveOn(db, ref, 'asked', { state: 'rejected', reason: created.reason }))
      const reference = (await referenceOf(db, ref))!
      if (reference.state === 'tombstoned') {
        // this process slept until the order counted as never made, and then sent it
        await removeLate(api, ref)
        return purchaseOutcome(reference)
      }
      if (created.kind === 'unknown') return UNKNOWN
      return purchaseOutcome(await completeOrder({ db, api, connection, ref, order }, created.value))
    },

    async resolve(ref, order) {
      if (await rememberFirst(db, ref, { state: 'tombstoned', connection_id: null })) return { kind: 'tombstoned' }
      const reference = (await referenceOf(db, ref))!
      if (reference.state !== 'asked' && reference.state !== 'cancelling') return finalWordOn(reference)
      const connection = await connectionWith(db, seal, reference.connection_id!)
      if (!connection) return UNKNOWN
      const api = apiFor(installation, connection)
      const found = await api.find(ref)
      if (found.kind !== 'ok') return UNKNOWN
      const isLate = (await ageOf(db, ref)) > horizon_ms
      const work = { db, api, connection, ref, order }
      if (!found.value) return isLate ? finalWordOn(await countMiss(db, reference)) : UNKNOWN
      if (reference.state === 'cancelling') return finalWordOn(await cancelOrder(work, found.value.orderIdentifier))
      return finalWordOn(await completeOrder(work, found.value, isLate))
    },

    async void(ref, n) {
      const earlier = await voidAnswerOf(db, ref, n)
      if (earlier) return voidOutcome(earlier)
      const reference = await referenceOf(db, ref)
      if (reference?.state === 'voided') return { kind: 'voided' }
      if (reference?.state !== 'live') return { kind: 'refused', reason: 'Royal Mail has no such order.' }
      const connection = await connectionWith(db, seal, reference.connection_id!)
      if (!connection) return UNKNOWN
      const removed = await apiFor(installation, connection).remove(reference.order_id!, ref)
      if (removed.kind === 'unknown' || (removed.kind === 'refused' && removed.status === 0)) return UNKNOWN
      return voidOutcome(await rememberVoid(db, ref, n, removed.kind === 'ok' ? null : removed.reason))
    },

    // the carrier lays out its own label
    layOutLabel: () => {},

    async documents(ref, content, dpi) {
      if (ref === null) return renderLabel(content, dpi)
      const reference = await referenceOf(db, ref)
      return reference && labelOf(reference)
    },

    ...(trackWith && { track: (_ref, _order, items) => trackWith(items) }),
  }
}

/** No order was found, after it could still have appeared. */
const countMiss = (db: Db, { ref, state, misses }: Reference): Promise<Reference> =>
  misses + 1 < MISSES
    ? moveOn(db, ref, state, { state, misses: misses + 1 })
    : moveOn(db, ref, state, { state: state === 'asked' ? 'tombstoned' : 'rejected' })
