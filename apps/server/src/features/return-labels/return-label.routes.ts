import * as calls from '@postroom/contract/return-label'
import { documentPrintState } from '@postroom/domain/media/print-state'
import { randomUUID } from 'node:crypto'
import { countAttempt } from '../../access/limit-attempts.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { AppError } from '../../app-error.ts'
import { carrierOf } from '../../carriers/carriers.ts'
import type { Context } from '../../context.ts'
import { documentHeaders } from '../../http/document-headers.ts'
import { idempotencyKeyOf } from '../../http/idempotency-key.ts'
import { answer, serve, type Api } from '../../http/serve.ts'
import { ownAccount } from '../accounts/own-account.rule.ts'
import { listPrints } from '../prints/print-claim.store.ts'
import type { Purchase } from '../shipments/purchase/purchase.store.ts'
import { findShipment } from '../shipments/show/shipment.store.ts'
import { canBeMade, makeReturnLabel } from './make-return-label.ts'
import { findQr, listReturnLabels, type ShownReturnLabel } from './return-label.store.ts'

/** Each question calls the carrier. */
const ASKED_MAX = 60

/** Labels with which addressees send shipments back. @see decision 038 */
export function returnLabelRoutes(api: Api, context: Context): void {
  const { db } = context
  const ownShipment = async ({ organisation_id }: SignedInUser, id: string): Promise<Purchase> => {
    const found = await findShipment(db, organisation_id, id)
    if (!found) throw new AppError('not_found')
    return found
  }

  serve(api, calls.listReturnLabels, async ({ params, user }) => {
    const purchase = await ownShipment(user, params.id)
    const labels = await listReturnLabels(db, purchase.id)
    return { data: await present(context, labels), can_be_made: canBeMade(context, purchase, labels) }
  })

  serve(api, calls.makeReturnLabel, async ({ params, body, user, request: { headers } }) => {
    const key = idempotencyKeyOf(headers['idempotency-key']) ?? randomUUID()
    const made = await makeReturnLabel(context, user, { shipment: params.id, key, ...body, shipper: body.shipper })
    return (await present(context, [made]))[0]!
  })

  serve(api, calls.downloadReturnCode, async ({ params: { id, labelId }, user }) => {
    const purchase = await ownShipment(user, id)
    const found = await findQr(db, purchase.id, labelId)
    if (!found?.qr || purchase.state !== 'BOUGHT') throw new AppError('not_found')
    return answer<typeof calls.downloadReturnCode>(200, new Uint8Array(found.qr), documentHeaders('return-code', 'png'))
  })

  serve(api, calls.listReturnServices, async ({ params, user }) => {
    const account = await ownAccount(db, user, params.accountId)
    const { returns } = carrierOf(context, account.carrier_code)
    if (!returns) return { data: [], is_offered: false }
    await countAttempt(context, [{ counter: `return services of\n${account.id}`, max: ASKED_MAX }])
    const found = await returns.services(account.id).catch(() => ({ kind: 'unknown' as const }))
    if (found.kind === 'unknown') throw new AppError('try_again', { retryAfterS: 10 })
    if (found.kind === 'refused') return { data: [], is_offered: true, reason: found.reason }
    return { data: found.services, is_offered: true }
  })
}

/** At most one of them is made, so the prints of the shipment's return label are its prints. */
async function present({ db, now }: Context, labels: readonly ShownReturnLabel[]) {
  const made = labels.filter(({ state }) => state === 'made')
  const all = await listPrints(
    db,
    made.map(({ purchase_id }) => purchase_id),
  )
  const prints = all.filter(({ type }) => type === 'return_label')
  return labels.map(({ id, asked_at, state, service, number, reason, has_qr }) => ({
    id,
    asked_at: asked_at.toISOString(),
    state,
    service,
    ...(number !== null && { number }),
    ...(reason !== null && { reason }),
    has_qr,
    ...(state === 'made' && { print_state: documentPrintState(prints, now()) }),
  }))
}
