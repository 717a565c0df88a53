import type { FoundShipment, ShipmentQuery } from '@postroom/contract/shipment-search'
import { accountsOf } from '../../../access/key-accounts.ts'
import type { Context } from '../../../context.ts'
import type { Requester } from '../../../access/actor.ts'
import { fromFollower } from '../../../db/follower.ts'
import { listManual } from '../../manual/manual.store.ts'
import { presentShipments } from '../show/present-shipment.ts'
import { findShipments } from './search.store.ts'
import { listShipments } from '../show/shipment.store.ts'

/** One page of purchases, and of manual shipments if requested, in one order. @see spec §7 */
export async function searchShipments(context: Context, user: Requester, query: ShipmentQuery) {
  const { db } = context
  const { organisation_id } = user
  const { found, total, isMore, sum } = await fromFollower(context, (follower) =>
    findShipments(follower, organisation_id, { ...query, accounts: accountsOf(user) }),
  )
  const idsIn = (table: string) => found.filter((row) => row.table === table).map(({ id }) => id)
  const bought = await listShipments(db, organisation_id, idsIn('purchase'))
  const rows: FoundShipment[] = [
    ...(await presentShipments(context, user, bought)),
    ...(await listManual(db, organisation_id, idsIn('manual_shipment'))),
  ]
  const byId = new Map(rows.map((row) => [row.id, row]))
  const data = found.flatMap(({ id }) => byId.get(id) ?? [])
  return {
    data,
    total,
    ...(isMore && { total_is_minimum: true as const }),
    ...(sum !== undefined && { sum }),
    start: query.start,
    length: query.length,
  }
}
