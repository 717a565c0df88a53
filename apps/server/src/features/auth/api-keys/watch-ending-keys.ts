import { addDays, ukDateOf } from '@postroom/domain/calendar'
import { KEY_WARNING_DAYS } from '@postroom/domain/people/api-keys'
import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../db/in-transaction.ts'
import type { Log } from '../../../log.ts'
import { queueNotices } from '../../../notices/outbox.store.ts'
import { repeatEvery } from '../../../operation/repeat-every.ts'
import { markEnding, markStopped } from './ending-key.store.ts'

const EVERY_MS = 15 * 60_000

/** Looks for keys that end soon or whose maker is disabled, now and every quarter of an hour. @returns stops it */
export const startWatchingEndingKeys = (context: Context, log: Log): (() => Promise<void>) =>
  repeatEvery(EVERY_MS, () => queueEndingKeys(context), { log, failure: 'could not look for API keys that end' }).stop

/** Notifies managers once of each last day of a key that has come near, and of each key that its maker no longer holds up. */
export const queueEndingKeys = ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> =>
  inTransaction(db, async (tx) => {
    const today = ukDateOf(now())
    const ending = await markEnding(tx, { from: today, until: addDays(today, KEY_WARNING_DAYS) })
    const stopped = await markStopped(tx, today)
    await queueNotices(
      tx,
      ...ending.map(({ organisation_id, ...key }) => ({
        organisation_id,
        notice: { event: 'api_key_ending' as const, ...key },
      })),
      ...stopped.map(({ organisation_id, ...key }) => ({
        organisation_id,
        notice: { event: 'api_key_stopped' as const, ...key },
      })),
    )
  })
