import type { BatchProgress, BatchRowState, ShipmentBatch } from '@postroom/contract/shipment-batch'
import type { Db } from '../../db/database.ts'
import { listRows, type Batch } from './batch.store.ts'

/** The batch with the current state of every row. */
export async function presentBatch(db: Db, batch: Batch): Promise<ShipmentBatch> {
  const rows = await listRows(db, batch)
  const states = rows.map(({ state }) => ({ state, rows: 1 }))
  return {
    ...progressOf(batch, states),
    rows: rows.map(({ key, position, state, purchase_id, error }) => ({
      key,
      position,
      state,
      ...(purchase_id !== null && { shipment_id: purchase_id }),
      ...(error && { error }),
    })),
  }
}

/** The progress of a batch, counted from the states of its rows. */
export function progressOf(
  { id, created_by, created_at }: Batch,
  states: readonly { state: BatchRowState; rows: number }[],
): BatchProgress {
  const count = (...wanted: BatchRowState[]) =>
    states.filter(({ state }) => wanted.includes(state)).reduce((sum, { rows }) => sum + rows, 0)
  const total = states.reduce((sum, { rows }) => sum + rows, 0)
  const done = count('bought', 'failed', 'stopped')
  return {
    id,
    state: done === total ? 'done' : 'running',
    total,
    done,
    bought: count('bought'),
    failed: count('failed'),
    stopped: count('stopped'),
    created_by,
    created_at: created_at.toISOString(),
  }
}
