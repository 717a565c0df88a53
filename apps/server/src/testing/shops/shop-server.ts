import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'

/** `down`: it does not act, and answers 500. `lost`: it acts, and the connection breaks. `too_many`: it does not act, and answers 429. */
export type ShopFault = 'down' | 'lost' | 'too_many'

export interface Answered {
  status?: number
  body: unknown
  headers?: Record<string, string>
}
export interface Asked {
  query: URLSearchParams
  params: Record<string, string>
  body: unknown
}

/** What the stand-ins of both kinds of shop share: a key, faults, and a record of calls. */
export class ShopServer {
  /** Decides what goes wrong with a call, as `POST /fulfillments.json`. */
  fault: (call: string) => ShopFault | undefined = () => undefined
  /** Refuses a call before it is carried out, because of too many calls. */
  isTooMany: () => boolean = () => false
  readonly calls: string[] = []
  readonly #server: FastifyInstance = fastify({ forceCloseConnections: true })
  readonly #isAllowed: (request: FastifyRequest) => boolean
  url = ''

  constructor(isAllowed: (request: FastifyRequest) => boolean) {
    this.#isAllowed = isAllowed
  }

  on(method: 'GET' | 'POST' | 'PUT', url: string, answer: (asked: Asked) => Answered): void {
    this.#server.route({ method, url, handler: (request, reply) => this.#serve(answer, request, reply) })
  }

  async start(port = 0): Promise<void> {
    this.url = await this.#server.listen({ port, host: '127.0.0.1' })
  }

  stop = (): Promise<void> => this.#server.close()

  async #serve(answer: (asked: Asked) => Answered, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const call = `${request.method} ${request.routeOptions.url?.replace(/^.*\/(?:v3|\d{4}-\d\d)/, '')}`
    this.calls.push(call)
    if (!this.#isAllowed(request)) return reply.code(401).send({ code: 'cannot_view', message: 'Sorry' })
    const fault = this.fault(call)
    if (fault === 'too_many' || this.isTooMany())
      return reply.code(429).header('retry-after', '1.0').send({ errors: 'Exceeded calls per second' })
    if (fault === 'down') return reply.code(500).send('<h1>There has been a critical error</h1>')
    const query = new URLSearchParams(request.url.split('?')[1])
    const asked = { query, params: request.params as Record<string, string>, body: request.body }
    const { status = 200, body, headers = {} } = answer(asked)
    // of a request that was read to its end only the socket can be destroyed
    if (fault === 'lost') return void reply.hijack().raw.socket?.destroy()
    // as it is at this moment
    return reply.code(status).headers(headers).type('application/json').send(JSON.stringify(body))
  }
}

/** The clock of a shop: each change is later than the one before, in whole seconds, which many changes share. */
export class ShopClock {
  #changes = 0
  readonly #begun = Math.floor(Date.now() / 1000) - 3_600

  /** @param perSecond how many changes share a second */
  next(perSecond = 7): Date {
    return new Date((this.#begun + Math.floor(this.#changes++ / perSecond)) * 1000)
  }
}
