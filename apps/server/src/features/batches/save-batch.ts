import { canonicalJson } from '@postroom/contract/canonical-json'
import type { BatchTerms, WantedRow } from '@postroom/contract/shipment-batch'
import { createHash, randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { act } from '../../access/act.ts'
import { AppError } from '../../app-error.ts'
import { refuseColleagues } from '../../access/authorise.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { countRunning, findBatch, insertBatch, lockBatches, stopRows, type Batch } from './batch.store.ts'
import { reportFinished } from './report-finished.ts'

/** Per organisation. One batch holds what a person sends at once, so more running batches mean a program error. */
const RUNNING_MAX = 5

interface BatchAsked {
  user: SignedInUser
  /** Identifies the batch when it is sent again. */
  id: string | undefined
  terms: BatchTerms
  rows: readonly WantedRow[]
}

/**
 * Stores a batch with all its rows. From then on it is bought, even if the user signs out or the server crashes. The
 * same id again returns the same batch. @throws AppError when the id belongs to other content, or too many batches run
 */
export const saveBatch = (context: Context, asked: BatchAsked): Promise<{ batch: Batch; replayed: boolean }> =>
  act(context, asked.user, async (tx, user) => {
    const { terms, rows, id = randomUUID() } = asked
    const { id: created_by, organisation_id } = user
    const req_hash = createHash('sha256').update(canonicalJson({ terms, rows })).digest('hex')
    await lockBatches(tx, organisation_id)
    const earlier = await findBatch(tx, organisation_id, id)
    if (earlier && earlier.req_hash !== req_hash) throw new AppError('idempotency_key_reused')
    if (earlier) return { batch: earlier, replayed: true }
    if ((await countRunning(tx, organisation_id)) >= RUNNING_MAX) throw new AppError('too_many_batches')
    await insertBatch(tx, { organisation_id, id, created_by, req_hash, terms, rows })
    await recordAudit(tx, { ...factOf(user, id), event: 'batch_begun', details: { rows: rows.length } })
    return { batch: await batchOf(tx, user, id), replayed: false }
  })

/** Begins no further row of a batch; rows in flight are finished. @throws AppError when there is no such batch */
export const stopBatch = (context: Context, user: SignedInUser, id: string): Promise<Batch> =>
  act(context, user, async (tx, actor) => {
    const batch = await batchOf(tx, actor, id)
    refuseColleagues('shipment', batch.created_by, actor)
    if (await stopRows(tx, batch)) await reportFinished(tx, batch)
    await recordAudit(tx, { ...factOf(actor, id), event: 'batch_stopped' })
    return batch
  })

/** A batch of the user's organisation. @throws AppError when there is none */
export async function batchOf(db: Db, { organisation_id }: SignedInUser, id: string): Promise<Batch> {
  const batch = await findBatch(db, organisation_id, id)
  if (!batch) throw new AppError('not_found')
  return batch
}

const factOf = ({ id: user_id, organisation_id }: SignedInUser, subject: string) => ({
  organisation_id,
  user_id,
  subject,
})
