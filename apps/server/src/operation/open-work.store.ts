import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Over all organisations. */
interface OpenWork {
  /** Purchases held and voids requested that wait for the carrier. */
  open: Record<'AUTHORISED' | 'VOID_REQUESTED', number>
  /** Age of the oldest of them; 0 when there is none. */
  oldest_seconds: number
  selling_stopped: boolean
}

/** What the carrier has yet to settle, read from the small index of open work. */
export async function openWork(db: Db): Promise<OpenWork> {
  const { rows } = await sql<{ held: number; voiding: number; oldest_seconds: number; selling_stopped: boolean }>`
    select count(*) filter (where state = 'AUTHORISED') as held,
      count(*) filter (where state = 'VOID_REQUESTED') as voiding,
      coalesce(extract(epoch from clock_timestamp() - min(updated_at)), 0)::float as oldest_seconds,
      exists (select from sales_stop) as selling_stopped
    from purchase where state in ('AUTHORISED', 'VOID_REQUESTED')`.execute(db)
  const { held, voiding, oldest_seconds, selling_stopped } = rows[0]!
  return { open: { AUTHORISED: held, VOID_REQUESTED: voiding }, oldest_seconds, selling_stopped }
}
