import { trackShipment as trackEndpoint } from '@postroom/contract/shipment-tracking'
import { refuseOtherAccounts } from '../../access/key-accounts.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../app-error.ts'
import { serve, type Api } from '../../http/serve.ts'
import { findShipment } from '../shipments/show/shipment.store.ts'
import { trackShipment } from './track-shipment.ts'

/** Tracking of a shipment's items. */
export function trackingRoutes(api: Api, context: Context): void {
  serve(api, trackEndpoint, async ({ params, user }) => {
    const purchase = await findShipment(context.db, user.organisation_id, params.id)
    if (!purchase) throw new AppError('not_found')
    refuseOtherAccounts(user, purchase.carrier_account_id)
    return trackShipment(context, purchase)
  })
}
