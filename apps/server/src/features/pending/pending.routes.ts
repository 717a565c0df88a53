import {
  claimPending,
  deletePending,
  getPending,
  listPending,
  releasePending,
  savePending,
  updatePending,
  type PendingDraft,
} from '@postroom/contract/shipment-pending'
import { canonicalJson } from '@postroom/contract/canonical-json'
import { fieldError } from '@postroom/contract/field-errors'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import { AppError } from '../../app-error.ts'
import { refuseColleagues } from '../../access/authorise.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { serve, type Api } from '../../http/serve.ts'
import { act } from '../../access/act.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { findCarrierAccount } from '../accounts/account.store.ts'
import { clearProblems } from '../shops/shop-order.store.ts'
import {
  changePending,
  claim,
  countQueue,
  findPending,
  insertPending,
  listSold,
  lockPending,
  overlappingNow,
  pagePending,
  removePending,
  type PendingShipment,
} from './pending.store.ts'

/** Shipments prepared at a desk and handed to the mailroom. */
export function pendingRoutes(api: Api, context: Context): void {
  const { db } = context
  serve(api, savePending, async ({ body: { note, ...draft }, user }) => {
    await checkAccount(db, user.organisation_id, draft)
    return act(context, user, async (tx, { id: created_by, organisation_id }) => {
      const subject = await insertPending(tx, { organisation_id, created_by, draft, note })
      await recordAudit(tx, { organisation_id, user_id: created_by, event: 'pending_saved', subject })
      return found(tx, organisation_id, subject)
    })
  })

  serve(api, listPending, async ({ query: { orderAsc, orderBy: _only, changed_after, code, ...query }, user }) => {
    const { organisation_id } = user
    const direction = orderAsc === 'true' ? 'asc' : 'desc'
    const since = changed_after === undefined ? undefined : new Date(changed_after)
    const number = code === undefined ? undefined : numberIn(code)
    const at = await overlappingNow(db)
    const [{ rows, total }, counts, sold] = await Promise.all([
      pagePending(db, organisation_id, { ...query, direction, since, number }),
      countQueue(db, organisation_id),
      since ? listSold(db, organisation_id, since) : [],
    ])
    const { start, length } = query
    return { data: rows.map(shown), total, start, length, counts, at: at.toISOString(), sold }
  })

  serve(api, getPending, ({ params, user }) => found(db, user.organisation_id, params.pending_id))

  serve(api, updatePending, async ({ params: { pending_id: subject }, body, user }) => {
    const { note, problem, version, ...draft } = body
    await checkAccount(db, user.organisation_id, draft)
    return act(context, user, async (tx, { id: user_id, organisation_id }) => {
      const row = await lockFor(tx, user, subject)
      if (row.version !== version) throw new AppError('pending_changed')
      await changePending(tx, organisation_id, subject, { draft, note, problem })
      if (isCorrected(row.draft, draft)) await clearProblems(tx, organisation_id, subject)
      await recordAudit(tx, { organisation_id, user_id, event: 'pending_changed', subject })
      return found(tx, organisation_id, subject)
    })
  })

  serve(api, claimPending, ({ params: { pending_id }, user }) =>
    act(context, user, async (tx, { id, organisation_id }) => {
      await lockFor(tx, user, pending_id)
      await claim(tx, organisation_id, pending_id, id)
      return found(tx, organisation_id, pending_id)
    }),
  )

  serve(api, releasePending, ({ params: { pending_id }, user }) =>
    act(context, user, async (tx, { id, organisation_id }) => {
      const row = await lockPending(tx, organisation_id, pending_id)
      if (row?.claimed_by === id) await claim(tx, organisation_id, pending_id, null)
      return found(tx, organisation_id, pending_id)
    }),
  )

  serve(api, deletePending, ({ params, user }) =>
    act(context, user, async (tx, actor) => {
      const { id: user_id, organisation_id } = actor
      refuseColleagues('shipment', (await lockFor(tx, user, params.pending_id)).created_by, actor)
      if (!(await removePending(tx, organisation_id, params.pending_id))) throw new AppError('not_found')
      await recordAudit(tx, { organisation_id, user_id, event: 'pending_removed', subject: params.pending_id })
      return params
    }),
  )
}

/** Whether a change concerns what may be wrong in the order of a shop. Weighing it does not. */
const isCorrected = (before: PendingDraft, after: PendingDraft): boolean =>
  canonicalJson([before.to, before.customs ?? null]) !== canonicalJson([after.to, after.customs ?? null])

/** @throws AppError naming `by`, when it is not an account of the organisation */
async function checkAccount(db: Db, organisationId: string, { by }: PendingDraft): Promise<void> {
  if (by !== undefined && !(await findCarrierAccount(db, organisationId, by)))
    throw new AppError('invalid_request', { fields: [fieldError('by', 'not_allowed')] })
}

/** The prepared shipment, locked to be changed by the user. @throws AppError `not_found`, `pending_claimed` by another */
async function lockFor(tx: Tx, { id, organisation_id }: SignedInUser, pendingId: string): Promise<PendingShipment> {
  const row = await lockPending(tx, organisation_id, pendingId)
  if (!row) throw new AppError('not_found')
  if (row.claimed_by !== null && row.claimed_by !== id) throw new AppError('pending_claimed')
  return row
}

/** @throws AppError `not_found` */
async function found(db: Db, organisationId: string, pendingId: string) {
  const row = await findPending(db, organisationId, pendingId)
  if (!row) throw new AppError('not_found')
  return shown(row)
}

const codeOf = (number: number): string => `K-${number}`
const numberIn = (code: string): number => Number(code.slice(codeOf(0).length - 1))

const shown = ({
  number,
  draft,
  claimed_by,
  claimed_name,
  claimed_until,
  created_at,
  order,
  ...row
}: PendingShipment) => ({
  ...row,
  ...(order && { order }),
  code: codeOf(number),
  shipment: draft,
  ...(claimed_by !== null &&
    claimed_until && {
      claimed_by: { id: claimed_by, fullname: claimed_name ?? '', until: claimed_until.toISOString() },
    }),
  created_at: created_at.toISOString(),
})
