import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Log } from '../../log.ts'
import { queueNotices } from '../../notices/outbox.store.ts'
import { repeatEvery } from '../../operation/repeat-every.ts'
import { reportEvents } from '../webhooks/report-events.store.ts'
import { clearRecovered, markLowAccounts } from './account.store.ts'

const EVERY_MS = 60_000

/** Checks the balances now and every minute. @returns stops the checks */
export const startWatchingBalances = (context: Context, log: Log): (() => Promise<void>) =>
  repeatEvery(EVERY_MS, () => queueLowBalanceNotices(context), { log, failure: 'could not check for low balances' })
    .stop

/**
 * Queues a notice for each account that has fallen below its threshold: once, until it has been above the threshold
 * again.
 */
export const queueLowBalanceNotices = ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> =>
  inTransaction(db, async (tx) => {
    await clearRecovered(tx)
    const low = await markLowAccounts(tx, now())
    const notices = low.map(({ organisation_id, ...account }) => ({
      organisation_id,
      notice: { event: 'balance_low' as const, ...account },
    }))
    await queueNotices(tx, ...notices)
    await reportEvents(
      tx,
      ...low.map(({ organisation_id, account_id, balance, low_balance }) => {
        return { organisation_id, type: 'balance.low' as const, data: { account_id, balance, low_balance } }
      }),
    )
  })
