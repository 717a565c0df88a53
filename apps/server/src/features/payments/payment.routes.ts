import * as calls from '@postroom/contract/payment'
import { toPence } from '@postroom/domain/money'
import { randomUUID } from 'node:crypto'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { idempotencyKeyOf } from '../../http/idempotency-key.ts'
import { serve, type Api } from '../../http/serve.ts'
import { ownAccount } from '../accounts/own-account.rule.ts'
import { pageDifferences } from './difference.store.ts'
import { findPayment, pagePayments, type ShownPayment } from './payment.store.ts'
import { startPayment } from './start-payment.ts'

/** Payments by card: a manager tops up an account of their organisation at Stripe. */
export function paymentRoutes(api: Api, context: Context): void {
  const { db } = context

  serve(api, calls.startPayment, async ({ params: { accountId }, body, user, request: { headers, log } }) => {
    const key = idempotencyKeyOf(headers['idempotency-key']) ?? randomUUID()
    const asked = { accountId, amount: toPence(body.amount), key }
    const { payment, url } = await startPayment({ ...context, log }, user, asked)
    return { ...presentPayment({ ...payment, taken_back: toPence(0) }), ...(url !== undefined && { url }) }
  })

  serve(api, calls.listPayments, async ({ params: { accountId }, query: { start, length, orderAsc }, user }) => {
    await ownAccount(db, user, accountId)
    const direction = orderAsc === 'true' ? 'asc' : 'desc'
    const { rows, total } = await pagePayments(db, accountId, { direction, start, length })
    return { data: rows.map(presentPayment), total, start, length }
  })

  serve(api, calls.getPayment, async ({ params: { accountId, paymentId }, user }) => {
    const payment = await findPayment(db, user.organisation_id, accountId, paymentId)
    if (!payment) throw new AppError('not_found')
    return presentPayment(payment)
  })

  serve(api, calls.listPaymentDifferences, async ({ query: { start, length, orderAsc } }) => {
    const direction = orderAsc === 'true' ? 'asc' : 'desc'
    const { rows, total } = await pageDifferences(db, { direction, start, length })
    return { data: rows.map(presentDifference), total, start, length }
  })
}

const presentPayment = ({
  id,
  carrier_account_id,
  amount,
  reference,
  state,
  taken_back,
  payment_method_id,
  created_at,
}: ShownPayment) => ({
  id,
  account_id: carrier_account_id,
  amount,
  reference,
  state,
  taken_back,
  is_automatic: payment_method_id !== null,
  created_at: created_at.toISOString(),
})

type StoredDifference = Awaited<ReturnType<typeof pageDifferences>>['rows'][number]

const presentDifference = ({ at, payment_id, organisation, ...difference }: StoredDifference) => ({
  ...difference,
  at: at.toISOString(),
  ...(payment_id !== null && { payment_id }),
  ...(organisation !== null && { organisation }),
})
