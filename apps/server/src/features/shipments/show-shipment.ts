import type { Shipment } from '@postroom/contract/shipment'
import type { Context } from '../../context.ts'
import type { SignedInUser } from '../../http/signed-in-user.ts'
import { labelOf } from '../documents/document.store.ts'
import { presentShipments } from './present-shipment.ts'
import type { ShipmentRow } from './shipment.store.ts'

/** What a failed drawing is told to; pino's shape. */
export interface Log {
  error(facts: object, message: string): void
}

/**
 * One shipment with its label drawn, if need be now. A label that cannot be drawn stays `pending` and is tried again at
 * the next look: what was bought stays bought.
 */
export async function showShipment(
  context: Context,
  user: SignedInUser,
  row: ShipmentRow,
  log: Log,
): Promise<Shipment> {
  const drawn = row.sha256 ?? (await drawnNow(context, row, log))
  const [shipment] = await presentShipments(context, user, [{ ...row, sha256: drawn }])
  return shipment!
}

async function drawnNow({ db }: Context, row: ShipmentRow, log: Log): Promise<string | null> {
  if (row.state !== 'BOUGHT') return null
  try {
    return (await labelOf(db, row))?.sha256 ?? null
  } catch (error) {
    log.error({ err: error, purchase: row.id }, 'a label could not be drawn')
    return null
  }
}
