import { rateShipment as rateShipmentEndpoint } from '@postroom/contract/rate'
import { findPurchase, getShipment, processShipment } from '@postroom/contract/shipment'
import { checkBatch } from '@postroom/contract/shipment-batch'
import { voidShipment } from '@postroom/contract/shipment-void'
import {
  reprintShipment as reprintEndpoint,
  updateShipment as updateEndpoint,
} from '@postroom/contract/shipment-change'
import {
  exportShipments as exportEndpoint,
  searchShipments as searchShipmentsEndpoint,
} from '@postroom/contract/shipment-search'
import type { Context } from '../../context.ts'
import { refuseOtherAccounts } from '../../access/key-accounts.ts'
import { AppError } from '../../app-error.ts'
import { fromFollower } from '../../db/follower.ts'
import { idempotencyKeyOf } from '../../http/idempotency-key.ts'
import { csvDownloadHeaders } from '../../csv/write-csv.ts'
import { answer, serve, type Api } from '../../http/serve.ts'
import { answerPurchase } from './purchase/answer-purchase.ts'
import { buyPostage } from './purchase/buy-postage.ts'
import { checkRows } from './purchase/check-rows.ts'
import { beyondBudget } from './rate/preview-budget.ts'
import { keepBoughtGoods } from './purchase/keep-bought-goods.ts'
import { keyOf } from './purchase/purchase-request.ts'
import { rateShipment } from './rate/rate-shipment.ts'
import { reprintShipment } from './show/reprint-shipment.ts'
import { findByKey } from './purchase/purchase.store.ts'
import { exportShipments } from './search/export-shipments.ts'
import { searchShipments } from './search/search-shipments.ts'
import { findShipment } from './show/shipment.store.ts'
import { showShipment } from './show/show-shipment.ts'
import { updateShipment } from './show/update-shipment.ts'
import { answerVoid } from './void/answer-void.ts'
import { voidPostage } from './void/void-postage.ts'

/** Rating, buying and finding shipments. @see spec §7 'Shipment' */
export function shipmentRoutes(api: Api, context: Context): void {
  const { db } = context

  serve(api, rateShipmentEndpoint, async ({ body, query, user }) => {
    const rates = await rateShipment(context, user, body, query)
    return { ...rates, messages: [...rates.messages, ...(await beyondBudget(context, user, body, rates.data))] }
  })

  serve(api, processShipment, async ({ body, query, user, request }) => {
    refuseOtherAccounts(user, body.by)
    const test = query.test === 'true'
    const key = keyOf(query.pending_id, idempotencyKeyOf(request.headers['idempotency-key']), test)
    const { pricing, with_pickup, handling_charge } = query
    const fees = { with_pickup, handling_charge }
    const bought = await buyPostage(context, { user, draft: body, pricing, fees, test, key }, request.log)
    await keepBoughtGoods(context, bought, request.log)
    return answerPurchase(context, user, bought, request.log)
  })

  serve(api, checkBatch, ({ body: { rows }, query: { pricing, ...fees }, user }) =>
    checkRows(context, { user, rows, pricing, fees }),
  )

  serve(api, getShipment, async ({ params, user, request }) => {
    const row = await findShipment(db, user.organisation_id, params.id)
    if (!row) throw new AppError('not_found')
    refuseOtherAccounts(user, row.carrier_account_id)
    return showShipment(context, user, row, request.log)
  })

  serve(api, findPurchase, async ({ params, user, request }) => {
    const row = await findByKey(db, user.organisation_id, params.pending_id)
    if (row?.created_by !== user.id) throw new AppError('not_found')
    refuseOtherAccounts(user, row.carrier_account_id)
    return showShipment(context, user, row, request.log)
  })

  serve(api, voidShipment, async ({ params, body, user, request }) => {
    const asked = { user, shipment: params.id, reason: body.cancellation_reason }
    return answerVoid(context, await voidPostage(context, asked, request.log))
  })

  serve(api, updateEndpoint, async ({ params, body, user, request }) =>
    showShipment(context, user, await updateShipment(context, user, params.id, body), request.log),
  )

  serve(api, reprintEndpoint, async ({ params, body, user, request }) =>
    reprintShipment(context, user, { id: params.id, ...body }, request.log),
  )

  serve(api, searchShipmentsEndpoint, ({ query, user }) => searchShipments(context, user, query))

  serve(api, exportEndpoint, async ({ query, user }) => {
    const { name, content } = await fromFollower(context, (follower) =>
      exportShipments(follower, user.organisation_id, query),
    )
    return answer(200, content, csvDownloadHeaders(name))
  })
}
