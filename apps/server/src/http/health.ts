import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A database that hangs never answers. */
const READY_WITHIN_MS = 3_000

/**
 * For supervisors and load balancers. `/healthz`: the process runs and needs no restart; a process that cannot recover
 * exits by itself. `/readyz`: it can serve requests now.
 */
export function serveHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })
  app.get('/readyz', async (_request, reply) => {
    const late = sleep(READY_WITHIN_MS, false, { ref: false })
    const ready = await Promise.race([isReady().catch(() => false), late])
    return reply
      .header('cache-control', 'no-store')
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : 'not_ready' })
  })
}
