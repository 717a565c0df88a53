import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../db/database.ts'

/** The line in which all server processes send calls with one key. */
export interface CallLine {
  /** Waits for the next place. @returns false when it would take longer than `mostMs` */
  takeTurn: (mostMs: number) => Promise<boolean>
  /** Nobody calls for some time. */
  pause: (forMs: number) => Promise<void>
}

/** Calls with a key that no account buys with yet wait for nobody. */
export const NO_LINE: CallLine = { takeTurn: async () => true, pause: async () => {} }

/** The line of this name, whose calls are `gapMs` milliseconds apart. */
export const callLine = (db: Db, name: string, gapMs: number): CallLine => ({
  async takeTurn(mostMs) {
    const { rows } = await sql<{ wait_ms: number | null }>`
      select reserve_call(${name}, ${gapMs}, ${mostMs}) as wait_ms`.execute(db)
    const { wait_ms } = rows[0]!
    if (wait_ms === null) return false
    await sleep(wait_ms)
    return true
  },
  async pause(forMs) {
    await sql`select pause_calls(${name}, ${forMs})`.execute(db)
  },
})
