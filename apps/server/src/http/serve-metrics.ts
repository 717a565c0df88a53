import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { AppError } from '../app-error.ts'
import { exposition, type Metrics } from '../operation/metrics.ts'

/** Counts every request from here on, including those that match no route. Call it before routes are registered. */
export function countRequests(app: FastifyInstance, { requests }: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
}

/** Serves `/metrics` for Prometheus: to programs on this machine, or to every client when `open`. */
export function serveMetrics(app: FastifyInstance, context: Context, metrics: Metrics, open: boolean): void {
  app.get('/metrics', async (request, reply) => {
    if (!open && !isLocal(request)) throw new AppError('not_found')
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.registry.contentType)
      .send(await exposition(metrics, context))
  })
}

/**
 * A reverse proxy on this machine has a local address too, but its requests come from elsewhere: it sends a forwarding
 * header.
 */
const isLocal = ({ socket, headers }: FastifyRequest): boolean =>
  LOOPBACK.test(socket.remoteAddress ?? '') && !headers.forwarded && !headers['x-forwarded-for']

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/
