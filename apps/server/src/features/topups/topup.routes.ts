import { listOrganisations } from '@postroom/contract/organisation-list'
import { approveTopUp, listTopUpRequests, rejectTopUp, topUpAccount } from '@postroom/contract/top-up'
import { toPence } from '@postroom/domain/money'
import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import { act } from '../../access/act.ts'
import { idempotencyKeyOf } from '../../http/idempotency-key.ts'
import { answer, serve, type Api } from '../../http/serve.ts'
import { decideTopUp } from './decide-topup.rule.ts'
import { pageOrganisations } from './organisation-list.store.ts'
import { recordTopUp } from './record-topup.ts'
import { pageTopUpRequests, type StoredTopUpRequest } from './topup-request.store.ts'
import type { StoredTopUp } from './topup.store.ts'

/** Top-ups: an operator of the installation records received money, and a second one decides on large amounts. */
export function topUpRoutes(api: Api, context: Context): void {
  const { db, settings } = context

  serve(api, topUpAccount, async ({ params, body, user, request: { headers } }) => {
    const money = {
      carrier_account_id: params.accountId,
      provider: 'manual',
      amount: toPence(body.amount),
      reference: body.reference,
      idem_key: idempotencyKeyOf(headers['idempotency-key']) ?? randomUUID(),
    } as const
    const recorded = await act(context, user, (tx, { id: by }) =>
      recordTopUp(tx, money, { by, limit: settings.topUpLimit }),
    )
    const replay: Record<string, string> = recorded.replayed ? { 'idempotent-replayed': 'true' } : {}
    return 'topUp' in recorded
      ? answer<typeof topUpAccount>(200, presentTopUp(recorded.topUp), replay)
      : answer<typeof topUpAccount>(202, presentRequest(recorded.request), replay)
  })

  serve(api, listOrganisations, async ({ query }) => {
    const { rows, total } = await pageOrganisations(db, query)
    return { data: rows, total, start: query.start, length: query.length }
  })

  serve(api, listTopUpRequests, async ({ query: { state, orderAsc, start, length } }) => {
    const direction = orderAsc === 'true' ? 'asc' : 'desc'
    const { rows, total } = await pageTopUpRequests(db, { state, direction, start, length })
    return { data: rows.map(presentRequest), total, start, length }
  })

  serve(api, approveTopUp, async ({ params, user }) =>
    presentRequest(
      await act(context, user, (tx, actor) => decideTopUp(tx, actor, params.requestId, { is_approved: true })),
    ),
  )

  serve(api, rejectTopUp, async ({ params, body: { reason }, user }) =>
    presentRequest(
      await act(context, user, (tx, actor) => decideTopUp(tx, actor, params.requestId, { is_approved: false, reason })),
    ),
  )
}

const presentTopUp = ({ id, carrier_account_id, provider, amount, reference, transfer_id, at }: StoredTopUp) => {
  const money = { provider, amount, reference, transfer_id }
  return { id, account_id: carrier_account_id, ...money, created_at: at.toISOString() }
}

const presentRequest = (request: StoredTopUpRequest) => {
  const { id, organisation_id, organisation, carrier_account_id, amount, reference, state } = request
  const { requested_by, decided_by, reason } = request
  return {
    id,
    organisation_id,
    organisation,
    account_id: carrier_account_id,
    amount,
    reference,
    state,
    requested_by,
    requested_at: request.requested_at.toISOString(),
    expires_at: request.expires_at.toISOString(),
    ...(decided_by !== null && { decided_by }),
    ...(request.decided_at !== null && { decided_at: request.decided_at.toISOString() }),
    ...(state === 'rejected' && reason !== null && { reason }),
  }
}
