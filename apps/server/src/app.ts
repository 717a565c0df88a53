import fastify, { type FastifyInstance } from 'fastify'
import type { Context } from './context.ts'
import { accountRoutes } from './features/accounts/account.routes.ts'
import { carrierConnectionRoutes } from './features/accounts/carrier-connection.routes.ts'
import { bankStatementRoutes } from './features/bank-statements/bank-statement.routes.ts'
import { contractPriceRoutes } from './features/contract-prices/contract-price.routes.ts'
import { carrierInvoiceRoutes } from './features/carrier-invoices/carrier-invoice.routes.ts'
import { topUpRoutes } from './features/topups/topup.routes.ts'
import { vatStatementRoutes } from './features/accounts/vat-statement.routes.ts'
import { addressBookRoutes } from './features/address-book/address-book.routes.ts'
import { addresseeRoutes } from './features/addressees/addressee.routes.ts'
import { addressRoutes } from './features/addresses/address.routes.ts'
import { administrationRoutes } from './features/administration/administration.routes.ts'
import { retentionRoutes } from './features/administration/retention.routes.ts'
import { evidenceRoutes } from './features/evidence/evidence.routes.ts'
import { priceRoutes } from './features/prices/price.routes.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { attentionRoutes } from './features/attention/attention.routes.ts'
import { apiKeyRoutes } from './features/auth/api-keys/api-key.routes.ts'
import { authRoutes } from './features/auth/auth.routes.ts'
import { passkeyRoutes } from './features/auth/passkeys/passkey.routes.ts'
import { passwordRoutes } from './features/auth/password.routes.ts'
import { twoFactorRoutes } from './features/auth/two-factor/two-factor.routes.ts'
import { batchRoutes } from './features/batches/batch.routes.ts'
import { catalogueRoutes } from './features/catalogue/catalogue.routes.ts'
import { documentRoutes } from './features/documents/document.routes.ts'
import { goodsRoutes } from './features/goods/goods.routes.ts'
import { manifestRoutes } from './features/manifests/manifest.routes.ts'
import { noticeRoutes } from './notices/notice.routes.ts'
import { draftRoutes } from './features/drafts/draft.routes.ts'
import { hubRoutes } from './features/hubs/hub.routes.ts'
import { identityRoutes } from './features/identity/identity.routes.ts'
import { manualRoutes } from './features/manual/manual.routes.ts'
import { pageViewRoutes } from './features/page-views/page-view.routes.ts'
import { automaticTopUpRoutes } from './features/payments/automatic/automatic-topup.routes.ts'
import { paymentEventRoutes } from './features/payments/payment-event.routes.ts'
import { paymentRoutes } from './features/payments/payment.routes.ts'
import { pendingRoutes } from './features/pending/pending.routes.ts'
import { printRoutes } from './features/prints/print.routes.ts'
import { reconciliationRoutes } from './features/reconciliation/reconciliation.routes.ts'
import { referenceRoutes } from './features/references/reference.routes.ts'
import { returnLabelRoutes } from './features/return-labels/return-label.routes.ts'
import { returnRoutes } from './features/returns/return.routes.ts'
import { scimRoutes } from './features/auth/provisioning/scim.routes.ts'
import { signOnRoutes } from './features/auth/sign-on/sign-on.routes.ts'
import { signOnSettingsRoutes } from './features/auth/sign-on/sign-on-settings.routes.ts'
import { shipmentRoutes } from './features/shipments/shipment.routes.ts'
import { serverTimeRoutes } from './features/server-time/server-time.routes.ts'
import { settingsRoutes } from './features/settings/settings.routes.ts'
import { sendingRuleRoutes } from './features/shops/sending-rule.routes.ts'
import { shopRoutes } from './features/shops/shop.routes.ts'
import { webhookRoutes } from './features/webhooks/webhook.routes.ts'
import { shipperRoutes } from './features/shippers/shipper.routes.ts'
import { spendingRoutes } from './features/spending/spending.routes.ts'
import { trackingRoutes } from './features/tracking/tracking.routes.ts'
import { guardApi } from './http/api-guard.ts'
import { serveDeviceRelease } from './http/device-release.ts'
import { answerUnread, responseWith, withoutHooks } from './http/answers-without-hooks.ts'
import { serveCspReports } from './http/csp-reports.ts'
import { answerError } from './http/error-handler.ts'
import { serveHealth } from './http/health.ts'
import { limitCalls } from './http/limit-calls.ts'
import { describeApi, showApiDocs } from './http/open-api/open-api.ts'
import { requestLog, type LogTarget } from './http/request-log.ts'
import { securityHeaders } from './http/security-headers.ts'
import { endSlowRequests } from './http/slow-requests.ts'
import { stopInOrder } from './http/stop-in-order.ts'
import { serveAppConfig, serveWebApp } from './http/web-app.ts'
import type { Metrics } from './operation/metrics.ts'
import { countRequests, serveMetrics } from './http/serve-metrics.ts'
import type { TlsPair } from './tls.ts'

export interface AppOptions {
  logLevel: string
  /** Set only by tests that read the log. */
  logTo?: LogTarget
  /** Folder of the built web app; without it only the API is served. */
  webFolder?: string
  /** File with the manifest of the newest device manager release. */
  releaseFile?: string
  /** Address or network of the reverse proxy in front, if any. */
  trustProxy?: string
  /** Certificate and key, when this server ends TLS itself. */
  tls?: TlsPair
  /** Whether the server may sell, for /readyz. */
  isReady: () => Promise<boolean>
  /** The metrics, and whether everybody may read them or only this machine; without this nothing is counted. */
  metrics?: { counters: Metrics; open: boolean }
  /** Set only by tests: the time in milliseconds in which a request must arrive, and how many a network may make. */
  requestWithinMs?: number
  publicCallsPerMinute?: number
}

/** The server, ready to listen: all its routes, in one list. */
export async function buildApp(context: Context, options: AppOptions): Promise<FastifyInstance> {
  const headers = () => securityHeaders(context)
  const { requestTimeout, http } = endSlowRequests(options.requestWithinMs)
  const inHttp = { ...http, ServerResponse: responseWith(headers) }
  const app = fastify({
    ...requestLog(options.logLevel, options.logTo),
    trustProxy: options.trustProxy ?? false,
    bodyLimit: 1024 * 1024,
    requestTimeout,
    http: inHttp,
    ...(options.tls && { https: { ...inHttp, ...options.tls } }),
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(withoutHooks(headers()))),
    clientErrorHandler: (error, socket) => answerUnread(error, socket, headers()),
  })
  app.setErrorHandler(answerError)
  stopInOrder(app)
  if (options.metrics) countRequests(app, options.metrics.counters)
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers()))
  if (options.webFolder) await serveWebApp(app, options.webFolder) // before the rate limit: static files are not counted
  await limitCalls(app, options.publicCallsPerMinute)

  await app.register(
    async (api) => {
      await describeApi(api, context.settings.apiBase)
      await guardApi(api, context)
      authRoutes(api, context)
      passwordRoutes(api, context)
      twoFactorRoutes(api, context)
      passkeyRoutes(api, context)
      apiKeyRoutes(api, context)
      signOnRoutes(api, context)
      signOnSettingsRoutes(api, context)
      identityRoutes(api, context)
      draftRoutes(api, context)
      noticeRoutes(api, context)
      addressRoutes(api, context)
      addressBookRoutes(api, context)
      addresseeRoutes(api, context)
      catalogueRoutes(api, context)
      accountRoutes(api, context)
      carrierConnectionRoutes(api, context)
      manifestRoutes(api, context)
      topUpRoutes(api, context)
      paymentRoutes(api, context)
      automaticTopUpRoutes(api, context)
      await paymentEventRoutes(api, context)
      carrierInvoiceRoutes(api, context)
      contractPriceRoutes(api, context)
      bankStatementRoutes(api, context)
      reconciliationRoutes(api, context)
      vatStatementRoutes(api, context)
      administrationRoutes(api, context)
      retentionRoutes(api, context)
      priceRoutes(api, context)
      evidenceRoutes(api, context)
      auditRoutes(api, context)
      shipmentRoutes(api, context)
      batchRoutes(api, context)
      attentionRoutes(api, context)
      pageViewRoutes(api, context)
      serverTimeRoutes(api, context)
      pendingRoutes(api, context)
      manualRoutes(api, context)
      returnRoutes(api, context)
      returnLabelRoutes(api, context)
      referenceRoutes(api, context)
      settingsRoutes(api, context)
      shipperRoutes(api, context)
      shopRoutes(api, context)
      webhookRoutes(api, context)
      sendingRuleRoutes(api, context)
      goodsRoutes(api, context)
      spendingRoutes(api, context)
      trackingRoutes(api, context)
      documentRoutes(api, context)
      printRoutes(api, context)
      hubRoutes(api, context)
      await showApiDocs(api, context.settings.apiBase)
    },
    { prefix: context.settings.apiBase },
  )
  await app.register((scim) => scimRoutes(scim, context), { prefix: `${context.settings.apiBase}/scim/v2` })

  serveHealth(app, options.isReady)
  if (options.metrics) serveMetrics(app, context, options.metrics.counters, options.metrics.open)
  serveAppConfig(app, context)
  await serveCspReports(app)
  if (options.releaseFile) serveDeviceRelease(app, options.releaseFile)
  return app
}
