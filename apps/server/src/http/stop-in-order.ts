import type { FastifyInstance } from 'fastify'

/**
 * Closes each connection with the answer to its last request before the stop. Otherwise clients that keep connections
 * open would delay the stop until it is forced. Call it before routes are registered.
 */
export function stopInOrder(app: FastifyInstance): void {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close')
  })
}
