import type { FoundShipment, ShipmentQuery } from '@postroom/contract/shipment-search'
import type { Context } from '../../../context.ts'
import type { SignedInUser } from '../../../access/signed-in-user.ts'
import { listManual } from '../../manual/manual.store.ts'
import { presentShipments } from '../show/present-shipment.ts'
import { findShipments } from './search.store.ts'
import { listShipments } from '../show/shipment.store.ts'

/** One page of purchases, and of manual shipments if requested, in one order. @see spec §7 */
export async function searchShipments(context: Context, user: SignedInUser, query: ShipmentQuery) {
  const { db } = context
  const { organisation_id } = user
  const { found, total, isMore, sum } = await findShipments(db, organisation_id, query)
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
