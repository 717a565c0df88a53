import http from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { stopInOrder } from './stop-in-order.ts'

it('a connection stays open between requests, and is closed with the answer to the last one of a stop', async () => {
  const app = Fastify()
  stopInOrder(app)
  const asked = Promise.withResolvers<void>()
  const stopping = Promise.withResolvers<void>()
  app.addHook('preClose', async () => stopping.resolve())
  app.get('/now', async () => 'ok')
  app.get('/later', async () => {
    asked.resolve()
    await stopping.promise
    return 'ok'
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const agent = new http.Agent({ keepAlive: true })
  const get = async (path: string) => {
    const [answer] = (await once(http.get({ port, path, agent }), 'response')) as [http.IncomingMessage]
    answer.resume()
    return answer.headers.connection
  }
  expect(await get('/now')).toBe('keep-alive')
  const last = get('/later')
  await asked.promise
  await Promise.all([app.close(), expect(last).resolves.toBe('close')])
  agent.destroy()
})
