import fastify, { type FastifyInstance } from 'fastify'
import type { Context } from './context.ts'
import { accountRoutes } from './features/accounts/account.routes.ts'
import { addressRoutes } from './features/addresses/address.routes.ts'
import { authRoutes } from './features/auth/auth.routes.ts'
import { catalogueRoutes } from './features/catalogue/catalogue.routes.ts'
import { documentRoutes } from './features/documents/document.routes.ts'
import { hubRoutes } from './features/hubs/hub.routes.ts'
import { identityRoutes } from './features/identity/identity.routes.ts'
import { shipmentRoutes } from './features/shipments/shipment.routes.ts'
import { guardApi } from './http/api-guard.ts'
import { answerError } from './http/error-handler.ts'
import { serveHealth } from './http/health.ts'
import { describeApi, showApiDocs } from './http/open-api.ts'
import { requestLog } from './http/request-log.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import { serveAppConfig, serveWebApp } from './http/web-app.ts'

export interface AppOptions {
  logLevel: string
  /** Folder of the built web app; without it only the API is served. */
  webFolder?: string
  /** Address or network of the reverse proxy in front, if any. */
  trustProxy?: string
  /** Whether selling may go on, for /readyz. */
  isReady: () => Promise<boolean>
}

/** The server, ready to listen: everything it answers to, in one list. */
export async function buildApp(context: Context, options: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    ...requestLog(options.logLevel),
    trustProxy: options.trustProxy ?? false,
    bodyLimit: 1024 * 1024,
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: answerError,
  })
  app.setErrorHandler(answerError)
  await addSecurityHeaders(app, context.settings)

  await app.register(
    async (api) => {
      await describeApi(api, context.settings.apiBase)
      await guardApi(api, context)
      authRoutes(api, context)
      identityRoutes(api, context)
      addressRoutes(api, context)
      catalogueRoutes(api, context)
      accountRoutes(api, context)
      shipmentRoutes(api, context)
      documentRoutes(api, context)
      hubRoutes(api, context)
      await showApiDocs(api, context.settings.apiBase)
    },
    { prefix: context.settings.apiBase },
  )

  serveHealth(app, options.isReady)
  serveAppConfig(app, context.settings)
  if (options.webFolder) await serveWebApp(app, options.webFolder)
  return app
}
