import type { FastifyHttpOptions } from 'fastify'
import type { Server } from 'node:http'

/** Headers and body of a request must have come within this time after its start. */
const REQUEST_WITHIN_MS = 30_000
/** Node looks for late requests so often; at its usual 30 s a request could last twice as long as it may. */
const LOOK_EVERY_MS = 1_000

/** Ends requests that come too slowly, with 408. @param within milliseconds; other than usual only where a test must not wait */
export const endSlowRequests = (within = REQUEST_WITHIN_MS) =>
  ({
    requestTimeout: within,
    http: {
      headersTimeout: within,
      requestTimeout: within,
      connectionsCheckingInterval: Math.min(LOOK_EVERY_MS, within / 10),
    },
  }) satisfies FastifyHttpOptions<Server>
