import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startWatchingLateOrders } from '../carriers/watch-late-orders.ts'
import type { Context } from '../context.ts'
import { startWatchingBalances } from '../features/accounts/watch-balances.ts'
import { startWatchingAuditLogs } from '../features/audit/watch-audit-logs.ts'
import { startWatchingEndingKeys } from '../features/auth/api-keys/watch-ending-keys.ts'
import { startMailingResets } from '../features/auth/forgot-password.ts'
import { startBuyingBatches } from '../features/batches/buy-batches.ts'
import { startMovingDocuments } from '../features/documents/move-documents.ts'
import { startWatchingLedger } from '../features/ledger/watch-ledger.ts'
import { startFollowingManifests } from '../features/manifests/follow-manifests.ts'
import { startFollowingPayments } from '../features/payments/follow-payments.ts'
import { startReadingProviderDays } from '../features/payments/read-provider-days.ts'
import { startPreparingReturnLabels } from '../features/return-labels/prepare-return-labels.ts'
import { startSettling } from '../features/shipments/purchase/settle-purchases.ts'
import { startFollowingShops } from '../features/shops/follow-shops.ts'
import { startFollowingShipments } from '../features/tracking/follow-shipments.ts'
import { startDelivering } from '../features/webhooks/send-deliveries.ts'
import type { Log } from '../log.ts'
import { newMetrics } from './metrics.ts'
import { startSendingNotices } from '../notices/send-notices.ts'
import { quietLog } from '../testing/quiet-log.ts'
import { startRetention } from './retention.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const unreachable = () => Promise.reject(new Error('unreachable'))
const bucket = { list: unreachable, delete: unreachable } as never

/** Each work, by what the log says of a run that fails. */
const WORK: Record<string, [everyMs: number, start: (context: Context, log: Log) => () => Promise<void>]> = {
  'could not look for late orders': [5 * MINUTE, startWatchingLateOrders],
  'could not check for low balances': [MINUTE, startWatchingBalances],
  'could not verify the audit logs': [HOUR, ({ db }, log) => startWatchingAuditLogs(db, log)],
  'could not look for API keys that end': [15 * MINUTE, startWatchingEndingKeys],
  'could not look for password resets': [SECOND, startMailingResets],
  'could not read the batch queue': [SECOND / 2, (context, log) => startBuyingBatches(context, unreachable, log)],
  'could not move documents': [MINUTE, (context, log) => startMovingDocuments(context, bucket, { afterDays: 30, log })],
  'could not check the books': [MINUTE, ({ db }, log) => startWatchingLedger(db, log)],
  'could not follow manifests': [15 * SECOND, startFollowingManifests],
  'could not look at open payments': [5 * SECOND, startFollowingPayments as never],
  'could not ask Stripe for lost events': [15 * MINUTE, startFollowingPayments as never],
  'could not read a day of Stripe’s balance': [HOUR, startReadingProviderDays as never],
  'could not prepare return labels': [15 * SECOND, startPreparingReturnLabels],
  'could not settle open purchases': [SECOND / 2, startSettling],
  'could not import orders of shops': [2 * SECOND, startFollowingShops],
  'could not report shipments to shops': [2 * SECOND, startFollowingShops],
  'could not follow shipments': [MINUTE, startFollowingShipments],
  'could not look for events to deliver': [SECOND, startDelivering],
  'could not delete expired rows': [
    HOUR,
    (context, log) => startRetention(context, { days: 30, metrics: newMetrics(), log }),
  ],
  'could not look for notices': [SECOND, startSendingNotices],
}

it.each(Object.entries(WORK))('work is begun again where it %s', async (failure, [everyMs, start]) => {
  const pool = new pg.Pool()
  await pool.end()
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) })
  const carriers = { closed: { removeLate: unreachable, timeout_ms: SECOND } }
  const context = { db, now: () => new Date(), carriers, stripe: {}, settings: {} } as never
  const warned: string[] = []
  const stop = start(context, { ...quietLog, warn: (_facts: object, message: string) => void warned.push(message) })
  const times = () => warned.filter((message) => message === failure).length
  await vi.advanceTimersByTimeAsync(everyMs - 1)
  expect(times()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(times()).toBe(2)
  await stop()
})
