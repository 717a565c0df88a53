import { createManualShipment, deleteManualShipment, updateManualShipment } from '@postroom/contract/shipment-manual'
import type { Context } from '../../context.ts'
import { serve, type Api } from '../../http/serve.ts'
import { changeManual, dropManual, enterManual } from './enter-manual.ts'

/** Shipments entered by hand. @see spec §7 'withManual' */
export function manualRoutes(api: Api, context: Context): void {
  serve(api, createManualShipment, ({ body, user }) => enterManual(context, user, body))

  serve(api, updateManualShipment, ({ params, body, user }) => changeManual(context, user, params.id, body))

  serve(api, deleteManualShipment, async ({ params, user }) => {
    await dropManual(context, user, params.id)
    return params
  })
}
