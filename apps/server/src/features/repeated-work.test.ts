import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startWatchingLateOrders } from '../carriers/watch-late-orders.ts'
import type { Context } from '../context.ts'
import type { Log } from '../log.ts'
import { startSendingNotices } from '../notices/send-notices.ts'
import { newMetrics } from '../operation/metrics.ts'
import { startRetention } from '../operation/retention.ts'
import { startWatchingBalances } from './accounts/watch-balances.ts'
import { startWatchingAuditLogs } from './audit/watch-audit-logs.ts'
import { startWatchingEndingKeys } from './auth/api-keys/watch-ending-keys.ts'
import { startMailingResets } from './auth/forgot-password.ts'
import { startBuyingBatches } from './batches/buy-batches.ts'
import { startMovingDocuments } from './documents/move-documents.ts'
import { startWatchingLedger } from './ledger/watch-ledger.ts'
import { startFollowingManifests } from './manifests/follow-manifests.ts'
import { startFollowingPayments } from './payments/follow-payments.ts'
import { startReadingProviderDays } from './payments/read-provider-days.ts'
import type { StripeApi } from './payments/stripe-api.ts'
import { startPreparingReturnLabels } from './return-labels/prepare-return-labels.ts'
import { startSettling } from './shipments/purchase/settle-purchases.ts'
import { startFollowingShops } from './shops/follow-shops.ts'
import { startFollowingShipments } from './tracking/follow-shipments.ts'
import { startDelivering } from './webhooks/send-deliveries.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Each call to the database fails at once. */
const noDatabase = new Proxy(
  {},
  {
    get: () => {
      throw new Error('there is no database')
    },
  },
)
const context = {
  db: noDatabase,
  now: () => new Date(),
  carriers: {},
  settings: { purchaseTimings: { lease_ms: 1, wait_ms: 1, settle_every_ms: 700 } },
} as unknown as Context
const stripe = {} as StripeApi
const unreachable = () => Promise.reject(new Error('unreachable'))
const carriers = { closed: { removeLate: unreachable } } as never
const bucket = { list: unreachable } as never
const days = 30

const WORK: [string, string, number, (log: Log) => () => Promise<void>][] = [
  [
    'looks at payments',
    'could not look at open payments',
    5_000,
    (log) => startFollowingPayments({ ...context, stripe }, log),
  ],
  [
    'asks for lost events',
    'could not ask Stripe for lost events',
    900_000,
    (log) => startFollowingPayments({ ...context, stripe }, log),
  ],
  [
    'reads days of Stripe',
    'could not read a day of Stripe’s balance',
    3_600_000,
    (log) => startReadingProviderDays({ ...context, stripe }, log),
  ],
  [
    'prepares return labels',
    'could not prepare return labels',
    15_000,
    (log) => startPreparingReturnLabels(context, log),
  ],
  ['settles purchases', 'could not settle open purchases', 700, (log) => startSettling(context, log)],
  ['imports orders', 'could not import orders of shops', 2_000, (log) => startFollowingShops(context, log)],
  ['reports to shops', 'could not report shipments to shops', 2_000, (log) => startFollowingShops(context, log)],
  ['follows shipments', 'could not follow shipments', 60_000, (log) => startFollowingShipments(context, log)],
  ['delivers events', 'could not look for events to deliver', 1_000, (log) => startDelivering(context, log)],
  [
    'deletes late orders',
    'could not look for late orders',
    300_000,
    (log) => startWatchingLateOrders({ carriers }, log),
  ],
  ['watches balances', 'could not check for low balances', 60_000, (log) => startWatchingBalances(context, log)],
  [
    'verifies audit logs',
    'could not verify the audit logs',
    3_600_000,
    (log) => startWatchingAuditLogs(context.db, log),
  ],
  ['watches API keys', 'could not look for API keys that end', 900_000, (log) => startWatchingEndingKeys(context, log)],
  ['mails resets', 'could not look for password resets', 1_000, (log) => startMailingResets(context, log)],
  ['buys batches', 'could not read the batch queue', 500, (log) => startBuyingBatches(context, unreachable, log)],
  [
    'moves documents',
    'could not move documents',
    60_000,
    (log) => startMovingDocuments(context, bucket, { afterDays: days, log }),
  ],
  ['checks the books', 'could not check the books', 60_000, (log) => startWatchingLedger(context.db, log)],
  ['follows manifests', 'could not follow manifests', 15_000, (log) => startFollowingManifests(context, log)],
  [
    'deletes expired rows',
    'could not delete expired rows',
    3_600_000,
    (log) => startRetention(context, { days, metrics: newMetrics(), log }),
  ],
  ['sends notices', 'could not look for notices', 1_000, (log) => startSendingNotices(context, log)],
]

describe('work that fails is logged and repeated', () => {
  it.each(WORK)('until it is stopped: %s', async (_what, failure, every_ms, start) => {
    const warn = vi.fn<(facts: object, text: string) => void>()
    const failures = () => warn.mock.calls.filter(([, text]) => text === failure).length
    const stop = start({ warn, error: () => {} } as unknown as Log)
    await vi.advanceTimersByTimeAsync(every_ms - 1)
    expect(failures()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(failures()).toBe(2)
    await stop()
    await vi.advanceTimersByTimeAsync(10 * every_ms)
    expect(failures()).toBe(2)
    expect(vi.getTimerCount()).toBe(0)
  })
})
