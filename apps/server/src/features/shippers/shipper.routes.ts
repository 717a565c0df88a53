import { normaliseAddress } from '@postroom/contract/address'
import { deleteShipper, listShippers, saveShipper } from '@postroom/contract/shipment-shippers'
import type { Context } from '../../context.ts'
import { AppError } from '../../app-error.ts'
import { serve, type Api } from '../../http/serve.ts'
import { act } from '../../access/act.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { findShippers, removeShipper, storeShipper, type Shipper } from './shipper.store.ts'

/** The senders of an organisation. @see spec §7 'GET /shipper' */
export function shipperRoutes(api: Api, context: Context): void {
  const { db } = context
  serve(api, listShippers, async ({ query: { alias, orderAsc, start, length }, user }) => {
    const direction = orderAsc === 'true' ? 'asc' : 'desc'
    const { rows, total } = await findShippers(db, {
      organisation_id: user.organisation_id,
      alias,
      direction,
      start,
      length,
    })
    return { data: rows.map(shown), total, start, length }
  })

  serve(api, saveShipper, ({ body: { alias, address }, user }) =>
    act(context, user, async (tx, { id: user_id, organisation_id }) => {
      const saved = await storeShipper(tx, organisation_id, { alias, address: normaliseAddress(address) })
      await recordAudit(tx, { organisation_id, user_id, event: 'shipper_saved', subject: saved.id })
      return shown(saved)
    }),
  )

  serve(api, deleteShipper, ({ params, user }) =>
    act(context, user, async (tx, { id: user_id, organisation_id }) => {
      if (!(await removeShipper(tx, organisation_id, params.id))) throw new AppError('not_found')
      await recordAudit(tx, { organisation_id, user_id, event: 'shipper_removed', subject: params.id })
      return params
    }),
  )
}

const shown = ({ id, alias, address }: Shipper) => ({ id, alias, address })
