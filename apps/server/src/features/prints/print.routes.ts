import { confirmPrint as confirmPrintEndpoint } from '@postroom/contract/shipment-print'
import type { Context } from '../../context.ts'
import { serve, type Api } from '../../http/serve.ts'
import { confirmPrint } from './confirm-print.ts'

/** What a user says of the prints of a shipment. */
export function printRoutes(api: Api, context: Context): void {
  serve(api, confirmPrintEndpoint, ({ params, user }) => confirmPrint(context, user, params.id))
}
