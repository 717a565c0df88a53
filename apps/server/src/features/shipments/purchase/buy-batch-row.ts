import type { Endpoint } from '@postroom/contract/endpoint'
import { processShipment } from '@postroom/contract/shipment'
import type { Context } from '../../../context.ts'
import type { Log } from '../../../log.ts'
import { AppError } from '../../../app-error.ts'
import { isDatabaseTrouble } from '../../../db/database-trouble.ts'
import type { Requester } from '../../../access/actor.ts'
import type { ClaimedRow, RowOutcome } from '../../batches/batch-queue.store.ts'
import { findColleague } from '../../identity/user.store.ts'
import { buyPostage } from './buy-postage.ts'
import { failureOf } from '../show/present-shipment.ts'
import { findByKey } from './purchase.store.ts'

/** Pause before the carrier's answer is read again, or the database is asked again. */
const AGAIN_S = 1
/** A refusal that allows a retry within this time is temporary; a later one fails the row. */
const PATIENCE_S = 60

/**
 * Buys one row of a batch under its key, with the current rights of the user who sent it. However often a row is tried,
 * and wherever a process dies, its key buys once.
 */
export async function buyBatchRow(context: Context, row: ClaimedRow, log: Log): Promise<RowOutcome> {
  try {
    return await buy(context, row, log)
  } catch (error) {
    const again_s = secondsToWait(error)
    if (error instanceof AppError && again_s === undefined) return failed(error)
    const begun = await findBegun(context, row)
    if (begun) return { state: 'unknown', purchase_id: begun.id, again_s: AGAIN_S }
    if (again_s !== undefined) return { state: 'waiting', again_s }
    log.error({ err: error, batch: row.batch_id, position: row.position }, 'could not buy a row of a batch')
    return failed(new AppError('internal_error'))
  }
}

async function buy(context: Context, row: ClaimedRow, log: Log): Promise<RowOutcome> {
  const { pricing, with_pickup, handling_charge } = row.terms
  const user = await whoAsked(context, row)
  const fees = { with_pickup, handling_charge }
  const request = { user, draft: row.shipment, pricing, fees, test: isTest(row), key: row.key }
  const { purchase } = await buyPostage(context, request, log)
  const error = failureOf(purchase)
  if (error) return { state: 'failed', error, purchase_id: purchase.id }
  if (purchase.state === 'AUTHORISED') return { state: 'unknown', purchase_id: purchase.id, again_s: AGAIN_S }
  return { state: 'bought', purchase_id: purchase.id }
}

/** Time until the same call may succeed, when it is worth waiting for. */
function secondsToWait(error: unknown): number | undefined {
  if (isDatabaseTrouble(error)) return AGAIN_S
  const { retryAfterS } = error instanceof AppError ? error.more : {}
  return retryAfterS !== undefined && retryAfterS <= PATIENCE_S ? retryAfterS : undefined
}

/** The user who sent the batch; they may have signed out. Once they are disabled, no further row is begun. */
async function whoAsked({ db }: Context, { organisation_id, created_by }: ClaimedRow): Promise<Requester> {
  const { id, plan, permissions } = (await findColleague(db, organisation_id, created_by))!
  const needs: Endpoint = processShipment
  return { id, organisation_id, plan, permissions, needs }
}

const findBegun = ({ db }: Context, row: ClaimedRow) => findByKey(db, row.organisation_id, row.key, isTest(row))

const isTest = ({ terms }: ClaimedRow): boolean => terms.test === 'true'

const failed = (error: AppError): RowOutcome => ({ state: 'failed', error: error.body() })
