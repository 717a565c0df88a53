import * as calls from '@postroom/contract/addressee'
import type { Context } from '../../context.ts'
import { serve, type Api } from '../../http/serve.ts'
import { findAddressees } from './find-addressees.ts'

/** The addressees that the sending screens offer. */
export function addresseeRoutes(api: Api, context: Context): void {
  serve(api, calls.findAddressees, ({ query, user }) => findAddressees(context, user, query.q))
}
