import { toPence } from '@postroom/domain/money'
import type { PubNubGrants } from '@postroom/hub/pubnub-grants'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Log } from './log.ts'
import { httpLookup } from './addresses/http-lookup.ts'
import { offlineLookup } from './addresses/offline-lookup.ts'
import { buildApp } from './app.ts'
import { connectCarriers } from './carriers/carriers.ts'
import { reportingRefusedKeys } from './carriers/report-refused-keys.ts'
import {
  clickAndDropOf,
  loginsIn,
  pubNubKeysOf,
  sellerOf,
  shippingV3Of,
  storageOf,
  stripeKeysOf,
} from './configured.ts'
import type { Config } from './settings.ts'
import type { Context } from './context.ts'
import { isWritable, openDatabase } from './db/database.ts'
import { startEmbedded, type EmbeddedPostgres } from './db/embedded-postgres.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { seedEmptyDemo } from './demo/seed-organisation.ts'
import { startWatchingEndingKeys } from './features/auth/api-keys/watch-ending-keys.ts'
import { startMovingDocuments } from './features/documents/move-documents.ts'
import { refuseOtherPlaces } from './features/documents/refuse-other-places.ts'
import { startMailingResets } from './features/auth/forgot-password.ts'
import { canReadTwoFactor } from './features/auth/two-factor/two-factor.ts'
import { startWatchingBalances } from './features/accounts/watch-balances.ts'
import { startWatchingLateOrders } from './carriers/watch-late-orders.ts'
import { startFollowingManifests } from './features/manifests/follow-manifests.ts'
import { startPreparingReturnLabels } from './features/return-labels/prepare-return-labels.ts'
import { startBuyingBatches } from './features/batches/buy-batches.ts'
import { refuseUnsafeKeyset } from './features/hubs/check-keyset.ts'
import { endOtherGrants } from './features/hubs/hub-grant.store.ts'
import { isSellingStopped } from './features/ledger/invariants.store.ts'
import { startWatchingAuditLogs } from './features/audit/watch-audit-logs.ts'
import { startWatchingLedger } from './features/ledger/watch-ledger.ts'
import { buyBatchRow } from './features/shipments/purchase/buy-batch-row.ts'
import { checkpointFromEnvironment } from './features/shipments/purchase/checkpoint.ts'
import { startSettling } from './features/shipments/purchase/settle-purchases.ts'
import { openBucket } from './object-storage/open-bucket.ts'
import { folderMailer, smtpMailer } from './mail/mailer.ts'
import { startReadingProviderDays } from './features/payments/read-provider-days.ts'
import { startFollowingPayments } from './features/payments/follow-payments.ts'
import { connectStripe } from './features/payments/stripe-api.ts'
import { startFollowingShops } from './features/shops/follow-shops.ts'
import { startFollowingShipments } from './features/tracking/follow-shipments.ts'
import { startDelivering } from './features/webhooks/send-deliveries.ts'
import { startSendingNotices } from './notices/send-notices.ts'
import { counted, newMetrics } from './operation/metrics.ts'
import { startRetention } from './operation/retention.ts'
import { localUrlOf, publicUrlOf } from './public-url.ts'
import { sealUnder } from './sealed-text.ts'
import { secretKeyOf } from './secret-key.ts'
import { startDeviceManager } from './start-device-manager.ts'
import { readTls, renewTls, tlsFilesOf } from './tls.ts'

/** A proxy that asks /readyz every two seconds, twice, then sends calls to other servers only. */
const PROXY_NOTICES_WITHIN_MS = 5_000

export interface RunningServer {
  /** The public address. */
  url: string
  log: Log
  /** Stops in the reverse order of the start; a purchase in flight is finished first. */
  stop(): Promise<void>
}

/** Starts everything one installation needs. What was started before a failure is stopped again. @param giveUp called when the server cannot recover and must be stopped @throws Error with a sentence for the person at the terminal */
export async function startServer(config: Config, giveUp: (error: Error) => void): Promise<RunningServer> {
  const steps: (() => Promise<void>)[] = []
  const stop = async () => {
    const failures: unknown[] = []
    for (const step of steps.splice(0).toReversed()) await step().catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw new AggregateError(failures, 'could not stop everything in order')
  }
  try {
    return { ...(await start(config, (step) => steps.push(step), giveUp)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function start(config: Config, onStop: (step: () => Promise<void>) => void, giveUp: (error: Error) => void) {
  const embedded = config.DATABASE_URL === undefined ? await startOwnDatabase(config, onStop) : undefined
  const ownerUrl = config.DATABASE_URL ?? embedded!.url
  const database = await openDatabase(ownerUrl, loginsIn(config), config.DATABASE_FOLLOWER_URL)
  onStop(() => database.close())
  await refuseOtherPlaces(database.db, config.STORAGE_URL)

  const localPairingSecret = randomBytes(32).toString('base64url')
  const metrics = newMetrics()
  const tlsFiles = tlsFilesOf(config)
  const pubNub = await openPubNub(config)
  const documentBucket = config.STORAGE_URL && (await openBucket(config.STORAGE_URL, storageOf(config)))
  const stripeKeys = stripeKeysOf(config)
  const stripe = stripeKeys && (await connectStripe(stripeKeys))
  const seal = sealUnder(secretKeyOf(config))
  const context: Context = {
    db: database.db,
    pool: database.pool,
    platformPool: database.platformPool,
    listeningPool: database.listeningPool,
    ...(database.follower && { follower: database.follower }),
    now: () => new Date(),
    carriers: counted(
      connectCarriers(database.db, {
        clickAndDrop: clickAndDropOf(config, seal),
        shippingV3: shippingV3Of(config, seal),
      }),
      metrics,
    ),
    addressLookup: config.ADDRESS_LOOKUP_URL ? httpLookup(config.ADDRESS_LOOKUP_URL) : offlineLookup,
    mailer: config.SMTP_URL
      ? smtpMailer(config.SMTP_URL, config.MAIL_FROM)
      : folderMailer(outboxOf(config), config.MAIL_FROM),
    ...(pubNub && { pubNub }),
    ...(stripe && { stripe }),
    ...(documentBucket && { documentBucket }),
    seal,
    checkpoint: checkpointFromEnvironment(config.POSTROOM_KILL_AT),
    settings: {
      publicUrl: publicUrlOf(config, config.PORT),
      apiBase: '/api',
      companyName: config.COMPANY_NAME,
      locale: config.LOCALE,
      seller: sellerOf(config),
      projectVariant: config.PROJECT_VARIANT,
      ...(config.ASSISTANT_URL !== undefined && { assistant: config.ASSISTANT_URL }),
      hubInstance: config.POSTROOM_HUB_INSTANCE,
      localPairingSecret,
      priceTerms: {
        least_confidence: config.PRICE_CONFIDENCE,
        ...(config.PICKUP_FEE !== undefined && { pickup_fee: toPence(config.PICKUP_FEE) }),
      },
      topUpLimit: toPence(config.TOPUP_LIMIT),
      privateHosts: config.PRIVATE_HOSTS === 'allowed',
      retentionDays: config.RETENTION_DAYS,
    },
  }
  if (config.DEMO === 'on') await seedDemo(context, ownerUrl)
  if (config.DEMO === 'empty') await seedEmptyDemo(context.db)

  const leaving = new AbortController()
  const app = await buildApp(context, {
    logLevel: config.LOG_LEVEL,
    isReady: async () =>
      !leaving.signal.aborted && (await isWritable(database)) && !(await isSellingStopped(context.db)),
    metrics: { counters: metrics, open: config.METRICS === 'open' },
    releaseFile: path.resolve(config.DATA_DIR, 'device-manager.json'),
    ...(tlsFiles && { tls: readTls(tlsFiles) }),
    ...(config.TRUST_PROXY && { trustProxy: config.TRUST_PROXY }),
    ...(fs.existsSync(WEB_FOLDER) && { webFolder: WEB_FOLDER }),
  })
  context.carriers = reportingRefusedKeys(context.carriers, app.log)
  embedded?.supervise(app.log, giveUp)
  if (database.sharedLogin !== undefined)
    app.log.warn(
      { reason: database.sharedLogin },
      'no database logins with least privilege: the pools use the login of DATABASE_URL',
    )
  if (pubNub) await refuseUnsafeKeyset(pubNub, app.log)
  await endOtherGrants(context.db, pubNub ? undefined : config.POSTROOM_HUB_INSTANCE)
  if (!(await canReadTwoFactor(context)))
    app.log.error(
      {},
      'two-factor secrets are encrypted with another secret key: codes are refused until that key is restored',
    )
  const { port } = await listen(app, config)
  context.settings.publicUrl = publicUrlOf(config, port)
  if (tlsFiles) onStop(renewTls(app.server, tlsFiles, app.log))
  // the certificate holds the public name, not that of this machine
  const server = tlsFiles ? context.settings.publicUrl : localUrlOf(config, port)
  if (config.DEVICE_MANAGER === 'bundled')
    onStop(startDeviceManager({ config, server, secret: localPairingSecret, log: app.log }))
  onStop(startWatchingLedger(context.db, app.log))
  onStop(startWatchingAuditLogs(context.db, app.log))
  onStop(startWatchingBalances(context, app.log))
  onStop(startWatchingEndingKeys(context, app.log))
  onStop(startSettling(context, app.log))
  onStop(startSendingNotices(context, app.log))
  onStop(startFollowingShipments(context, app.log))
  if (stripe) onStop(startFollowingPayments({ ...context, stripe }, app.log))
  if (stripe) onStop(startReadingProviderDays({ ...context, stripe }, app.log))
  onStop(startBuyingBatches(context, buyBatchRow, app.log))
  if (Object.values(context.carriers).some(({ manifests }) => manifests))
    onStop(startFollowingManifests(context, app.log))
  if (Object.values(context.carriers).some(({ returns }) => returns))
    onStop(startPreparingReturnLabels(context, app.log))
  if (Object.values(context.carriers).some(({ removeLate }) => removeLate))
    onStop(startWatchingLateOrders(context, app.log))
  onStop(startFollowingShops(context, app.log))
  onStop(startDelivering(context, app.log))
  onStop(startRetention(context, { days: config.RETENTION_DAYS, metrics, log: app.log }))
  if (documentBucket)
    onStop(startMovingDocuments(context, documentBucket, { afterDays: config.STORAGE_AFTER_DAYS, log: app.log }))
  onStop(startMailingResets(context, app.log))
  onStop(async () => {
    leaving.abort()
    if (config.TRUST_PROXY !== undefined) await sleep(PROXY_NOTICES_WITHIN_MS)
    await app.close()
  })
  return { url: context.settings.publicUrl, log: app.log }
}

/** The SDK is loaded only where there are keys. */
async function openPubNub(config: Config): Promise<PubNubGrants | undefined> {
  const keys = pubNubKeysOf(config)
  if (!keys) return undefined
  const { pubNubGrants } = await import('@postroom/hub/pubnub-grants')
  return pubNubGrants(keys)
}

/** Where mail is written when there is no mail server. */
export const outboxOf = (config: Config): string => path.resolve(config.DATA_DIR, 'outbox')

const WEB_FOLDER = path.resolve(import.meta.dirname, '../../web/dist')

async function startOwnDatabase(
  config: Config,
  onStop: (step: () => Promise<void>) => void,
): Promise<EmbeddedPostgres> {
  const postgres = await startEmbedded(path.join(path.resolve(config.DATA_DIR), 'postgres'), config.DATABASE_RETRY_MS)
  onStop(() => postgres.stop())
  return postgres
}

async function listen(app: FastifyInstance, config: Config): Promise<AddressInfo> {
  try {
    await app.listen({ host: config.HOST, port: config.PORT })
  } catch (error) {
    await app.close()
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Error(
      `Port ${config.PORT} is already in use. Stop what uses it, or choose another: PORT=8081 npm start`,
      { cause: error },
    )
  }
  return app.server.address() as AddressInfo
}
