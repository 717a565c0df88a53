import { sql } from 'kysely'
import type { Tx } from '../../db/in-transaction.ts'
import { reportEvents } from '../webhooks/report-events.store.ts'
import { OPEN, type Batch } from './batch.store.ts'

type Ended = Pick<Batch, 'organisation_id' | 'id' | 'terms'>

/**
 * Reports that a batch has finished, when no row is open any more. To be called when a row has ended and the batch is locked: of
 * two rows that end at the same time, the second one sees the first.
 */
export async function reportFinished(tx: Tx, { organisation_id, id, terms }: Ended): Promise<void> {
  if (terms.test === 'true') return
  const { rows } = await sql<{ bought: number; failed: number; stopped: number }>`
    select count(*) filter (where state = 'bought') as bought, count(*) filter (where state = 'failed') as failed,
      count(*) filter (where state = 'stopped') as stopped
    from batch_row where organisation_id = ${organisation_id} and batch_id = ${id}
    having not bool_or(state in (${sql.join(OPEN)}))`.execute(tx)
  for (const ended of rows)
    await reportEvents(tx, { organisation_id, type: 'batch.finished', data: { batch_id: id, ...ended } })
}
