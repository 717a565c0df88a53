import fastifyHelmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

/** The SDK of PubNub spreads its calls over numbered names. */
const PUBNUB_HOSTS = 'https://*.pndsn.com'

/** For what Fastify refuses before any hook runs, such as an address that cannot be read. */
export const HEADERS_WITHOUT_HOOKS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
}

/** Nothing comes from, goes to or is shown inside another origin. Label previews are blobs of our own. Only messages may go over PubNub, where it is used. */
export async function addSecurityHeaders(app: FastifyInstance, { settings, pubNub }: Context): Promise<void> {
  const overTls = settings.publicUrl.startsWith('https:')
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // Safari does not count a WebSocket of the own origin as 'self'
        connectSrc: ["'self'", () => settings.publicUrl.replace(/^http/, 'ws'), ...(pubNub ? [PUBNUB_HOSTS] : [])],
        frameSrc: ['blob:'],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: overTls && { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
  })
}
