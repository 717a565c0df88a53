import type { FastifyHttpOptions } from 'fastify'
import type { Server } from 'node:http'

/** Headers and body of a request must arrive within this time. */
const REQUEST_WITHIN_MS = 30_000
/** How often Node checks for late requests; at its default of 30 s a request could last twice the limit. */
const LOOK_EVERY_MS = 1_000

/** Ends requests that arrive too slowly, with 408. @param within milliseconds; a test sets a shorter time */
export const endSlowRequests = (within = REQUEST_WITHIN_MS) =>
  ({
    requestTimeout: within,
    http: {
      headersTimeout: within,
      requestTimeout: within,
      connectionsCheckingInterval: Math.min(LOOK_EVERY_MS, within / 10),
    },
  }) satisfies FastifyHttpOptions<Server>
