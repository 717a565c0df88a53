import type { FastifyInstance } from 'fastify'

/**
 * Lets clients go with the answer to what they asked before the stop. Otherwise those who keep their connections open for
 * a next request would hold up the stop until it is cut short. Call it before the routes are made.
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
