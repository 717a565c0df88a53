import { hasAddressee, type PostalAddress } from '@postroom/contract/address'
import { RETURN_LABELS_MAX } from '@postroom/contract/return-label'
import { sheetFor } from '@postroom/domain/media/media-size'
import { act } from '../../access/act.ts'
import { refuseColleagues } from '../../access/authorise.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { AppError } from '../../app-error.ts'
import type { CarrierReturns, ReturnOutcome } from '../../carriers/carrier-port.ts'
import { carrierOf } from '../../carriers/carriers.ts'
import type { Context } from '../../context.ts'
import { labelOf } from '../../documents/draw-document.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { findShipperAddress } from '../shippers/shipper.store.ts'
import type { Purchase } from '../shipments/purchase/purchase.store.ts'
import { findShipment } from '../shipments/show/shipment.store.ts'
import { findReplayed, keepOutcome, openReturnLabel, type ShownReturnLabel } from './return-label.store.ts'

interface Asked {
  shipment: string
  /** The carrier's code. */
  service: string
  /** A saved sender; undefined: the sender of the shipment. */
  shipper: string | undefined
  /** The same key gets the same return label. */
  key: string
}

type Making = Pick<Context, 'db' | 'carriers' | 'settings'>

/** Return services serve the United Kingdom without the islands. Source: the carrier's name for them; an assumption otherwise. */
const SERVED = 'GB'

/** The part of the carrier that makes return labels of a shipment; nothing where none can be made. */
export function returnsFor(context: Pick<Context, 'carriers'>, purchase: Purchase): CarrierReturns | undefined {
  const { state, is_test, draft, carrier_code } = purchase
  const isServed = [draft.to, draft.from].every((address) => hasAddressee(address) && address.country === SERVED)
  return state === 'BOUGHT' && !is_test && isServed ? carrierOf(context, carrier_code).returns : undefined
}

/** Whether another return label may be asked for. */
export const canBeMade = (
  context: Pick<Context, 'carriers'>,
  purchase: Purchase,
  labels: readonly ShownReturnLabel[],
): boolean =>
  returnsFor(context, purchase) !== undefined &&
  labels.length < RETURN_LABELS_MAX &&
  labels.every(({ state }) => state === 'refused' || state === 'unknown')

/**
 * Asks the carrier for a return label on behalf of a user: once for each key, and never while one is asked for or made.
 *
 * @throws AppError `not_found`, `permission_denied` for a colleague's shipment, `return_label_not_offered`, `return_label_limit`
 */
export async function makeReturnLabel(
  context: Context,
  caller: SignedInUser,
  { shipment, service, shipper, key }: Asked,
): Promise<ShownReturnLabel> {
  const { returns, purchase, opened, known, to } = await act(context, caller, async (tx, user) => {
    const { id: user_id, organisation_id } = user
    const found = await findShipment(tx, organisation_id, shipment)
    if (!found) throw new AppError('not_found')
    refuseColleagues('shipment', found.created_by, user)
    const offered = returnsFor(context, found)
    const address = shipper === undefined ? found.draft.from : await findShipperAddress(tx, organisation_id, shipper)
    if (!address) throw new AppError('not_found')
    if (!offered || address.country !== SERVED) throw new AppError('return_label_not_offered')
    const asked = { idem_key: key, asked_by: user_id, service }
    const row = await openReturnLabel(tx, found, asked)
    const details = { service }
    if (row)
      await recordAudit(tx, { organisation_id, user_id, event: 'return_label_asked', subject: shipment, details })
    const replayed = row ? undefined : await findReplayed(tx, shipment, key)
    return { returns: offered, purchase: found, opened: row, known: replayed, to: address }
  })
  if (opened) return askCarrier(context, returns, { opened, purchase, to })
  if (!known) throw new AppError('return_label_limit')
  return known
}

/** Asks the carrier for what was written down. Whatever fails here ends as `unknown`. */
export async function askCarrier(
  { db, settings }: Making,
  returns: CarrierReturns,
  { opened, purchase, to }: { opened: ShownReturnLabel; purchase: Purchase; to: PostalAddress },
): Promise<ShownReturnLabel> {
  const { draft, carrier_account_id } = purchase
  const label = labelOf({ ...purchase, sheet: sheetFor(settings.locale) })
  // it is sent back without what the sender had printed on the outward label
  const content = { ...label, from: draft.to, to, numbers: [], era: '', slogan: '', vsi_line1: '', vsi_line2: '' }
  const asked = { account_id: carrier_account_id, service: opened.service, content }
  const outcome = await returns.make(opened.id, asked).catch((): ReturnOutcome => ({ kind: 'unknown' }))
  return keepOutcome(db, opened, outcome)
}
