import { canonicalJson } from '@postroom/contract/canonical-json'
import { ukDateOf } from '@postroom/domain/calendar'
import { createHash, randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { SeenOrder } from '../../shops/shop-port.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { changePending, insertPendings, lockPrepared, touchPending } from '../pending/pending.store.ts'
import { draftOfOrder, type Terms } from './draft-of-order.ts'
import { findRules } from './sending-rule.store.ts'
import {
  addOrders,
  changeOrder,
  fingerprintsOf,
  linkPending,
  lockOrder,
  type NewOrder,
  type ShopOrder,
} from './shop-order.store.ts'
import type { StoredShop } from './shop.store.ts'

type Taking = Pick<Context, 'db' | 'now'>

/**
 * Takes over what is new in orders of a shop: each becomes one prepared shipment, however often it is seen and by however
 * many processes. A change of one that is not bought yet is marked, so that it is not sold before somebody has seen it.
 */
export async function takeOrders(context: Taking, shop: StoredShop, seen: readonly SeenOrder[]): Promise<void> {
  const { db } = context
  // of one that came twice in a page, the later state counts
  const latest = [...new Map(seen.map((order) => [order.id, order])).values()]
  const known = await fingerprintsOf(
    db,
    shop,
    latest.map(({ id }) => id),
  )
  const news = latest.filter((order) => known.get(order.id) !== fingerprintOf(order))
  if (news.length === 0) return
  const terms = await termsOf(context, shop)
  const orders = news.map((order) => newOrder(order, terms))
  await addNew(
    db,
    shop,
    orders.filter(({ seen: { id, state } }) => !known.has(id) && state === 'unshipped'),
  )
  // one at a time: each waits for a purchase of the same order, and few orders change
  for (const order of orders) if (known.has(order.seen.id)) await applyChange(db, shop, order)
}

const fingerprintOf = ({ state, to, goods }: SeenOrder): string =>
  createHash('sha256').update(canonicalJson({ state, to, goods })).digest('base64url')

const newOrder = (seen: SeenOrder, terms: Terms): NewOrder => ({
  seen,
  fingerprint: fingerprintOf(seen),
  prepared: draftOfOrder(seen, terms),
})

const termsOf = async ({ db, now }: Taking, { id, organisation_id, sender }: StoredShop): Promise<Terms> => ({
  shop_id: id,
  from: sender,
  rules: await findRules(db, organisation_id),
  today: ukDateOf(now()),
})

const addNew = (db: Taking['db'], shop: StoredShop, orders: readonly NewOrder[]): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (orders.length === 0) return
    const added = await addOrders(tx, shop, orders)
    if (added.length === 0) return
    const { organisation_id, connected_by: created_by } = shop
    const linked = added.map(({ seen, prepared }) => ({
      external_id: seen.id,
      pending_id: randomUUID(),
      draft: prepared.draft,
    }))
    await insertPendings(
      tx,
      linked.map(({ pending_id, draft }) => ({ organisation_id, created_by, pending_id, draft })),
    )
    await linkPending(
      tx,
      shop,
      linked.map(({ external_id, pending_id }) => ({ external_id, pending_id })),
    )
    const details = { orders: added.length }
    await recordAudit(tx, { organisation_id, event: 'orders_imported', subject: shop.id, details })
  })

const applyChange = (db: Taking['db'], shop: StoredShop, order: NewOrder): Promise<void> =>
  inTransaction(db, async (tx) => {
    const known = await lockOrder(tx, shop.id, order.seen.id)
    if (!known || known.fingerprint === order.fingerprint || known.modified_at > order.seen.modified_at) return
    const pending =
      known.pending_id === null ? undefined : await lockPrepared(tx, shop.organisation_id, known.pending_id)
    // it was bought or given up: the shop's later changes do not concern the mailroom
    if (!pending) return changeOrder(tx, known, order, null)
    if (order.seen.state === 'unshipped') {
      const { from, costcenter, label, meta_data } = pending.draft
      const draft = { ...order.prepared.draft, from, costcenter, label, meta_data }
      await changePending(tx, shop.organisation_id, pending.pending_id, { ...pending, draft })
    } else await touchPending(tx, shop.organisation_id, pending.pending_id)
    return changeOrder(tx, known, order, markOf(order.seen))
  })

const markOf = ({ state }: SeenOrder): ShopOrder['mark'] =>
  state === 'cancelled' || state === 'shipped' ? state : 'changed'
