import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { found, listOf, refusal, type Answered, type Asked, type On } from './answered.ts'
import { cardRoutes } from './card-routes.ts'
import { fieldOf, readForm, type Form } from './form.ts'
import { StripeAccount } from './stripe-account.ts'

/** `down`: it does not act. `lost`: it acts, and the connection breaks. `slow`: what it read is sent some milliseconds later. */
export type Fault = { kind: 'down' | 'lost' } | { kind: 'slow'; ms: number }

/** The page of a list that is asked for, newest first. */
function pageOf(oldestFirst: readonly { id: string }[], query: Form): Answered {
  const rows = oldestFirst.toReversed()
  const after = fieldOf(query, 'starting_after')
  const from = after === undefined ? 0 : rows.findIndex(({ id }) => id === after) + 1
  const length = Number(fieldOf(query, 'limit') ?? 10)
  return listOf(rows.slice(from, from + length), from + length < rows.length)
}

const ofIntent = (rows: readonly { payment_intent: string }[], query: Form): Answered =>
  listOf(rows.filter(({ payment_intent }) => payment_intent === query['payment_intent']))

/**
 * A stand-in for Stripe's interface that is no kinder: forms as the SDK sends them, keys of repetition with Stripe's rules,
 * pages of at most 100 events, and failures as `fault` says.
 */
export class StripeStub {
  readonly account = new StripeAccount()
  /** Decides what goes wrong with a call. */
  fault: (call: string) => Fault | undefined = () => undefined
  /** Calls that arrived, as `POST /v1/checkout/sessions`. */
  readonly calls: string[] = []
  readonly #key: string
  readonly #server = fastify({ forceCloseConnections: true })
  /** By key: what was asked, and the answer. */
  readonly #repeated = new Map<string, { asked: string; answer: Answered }>()
  url = ''

  constructor(key: string) {
    this.#key = key
  }

  /** @param key the secret key of the account */
  static async start(key: string): Promise<StripeStub> {
    const stub = new StripeStub(key)
    stub.#routes()
    stub.url = await stub.#server.listen({ port: 0, host: '127.0.0.1' })
    return stub
  }

  stop = (): Promise<void> => this.#server.close()

  #routes(): void {
    const { account } = this
    this.#server.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    )
    const on: On = (method, url, answer) =>
      void this.#server.route({ method, url, handler: (request, reply) => this.#serve(answer, request, reply) })
    on('POST', '/v1/checkout/sessions', this.#create)
    on('GET', '/v1/checkout/sessions/:id', ({ id, query }) => {
      const session = account.sessions.get(id)
      const expanded = fieldOf(query, 'expand', '0')
      if (expanded === 'setup_intent.payment_method' && session?.setup_intent)
        return found({ ...session, setup_intent: account.setupOf(session) })
      const isExpanded = expanded === 'payment_intent' && session?.payment_intent
      return found(isExpanded ? { ...session, payment_intent: account.intentOf(session) } : session)
    })
    on('GET', '/v1/payment_intents/:id', ({ id }) => found(account.intents.get(id)))
    on('GET', '/v1/refunds', ({ query }) => ofIntent(account.refunds, query))
    on('GET', '/v1/disputes', ({ query }) => ofIntent(account.disputes, query))
    on('GET', '/v1/events', this.#events)
    on('GET', '/v1/balance_transactions', this.#balance)
    cardRoutes(account, on)
  }

  async #serve(answer: (asked: Asked) => Answered, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const call = `${request.method} ${request.routeOptions.url}`
    this.calls.push(call)
    if (request.headers.authorization !== `Bearer ${this.#key}`)
      return reply.code(401).send(refusal(401, 'invalid_request_error', 'Invalid API Key provided').body)
    const fault = this.fault(call)
    if (fault?.kind === 'down') return reply.code(500).send(refusal(500, 'api_error', 'Try again').body)
    // what was read is answered as it was, however late
    const { status, body } = structuredClone(this.#once(answer, request))
    // of a request that was read to its end only the socket can be destroyed
    if (fault?.kind === 'lost') return void reply.hijack().raw.socket?.destroy()
    if (fault?.kind === 'slow') await sleep(fault.ms)
    return reply.code(status).send(body)
  }

  /** The first answer to a key is the answer to it; a key with other parameters is refused. */
  #once(answer: (asked: Asked) => Answered, request: FastifyRequest): Answered {
    const { url, headers, body, params } = request
    const asked = {
      query: readForm(url.split('?')[1] ?? ''),
      form: readForm(typeof body === 'string' ? body : ''),
      id: (params as { id?: string }).id ?? '',
    }
    const key = request.method === 'POST' ? headers['idempotency-key'] : undefined
    if (typeof key !== 'string') return answer(asked)
    const earlier = this.#repeated.get(key)
    const text = `${url}\n${String(body)}`
    if (earlier && earlier.asked !== text)
      return refusal(400, 'idempotency_error', 'Keys for idempotent requests can only be used with the same parameters')
    const given = earlier?.answer ?? structuredClone(answer(asked))
    this.#repeated.set(key, { asked: text, answer: given })
    return given
  }

  #create = ({ form }: Asked): Answered => {
    if (fieldOf(form, 'mode') === 'setup') return this.#createSetup(form)
    const price = (name: string) => fieldOf(form, 'line_items', '0', 'price_data', name)
    const amount_total = Number(price('unit_amount')) * Number(fieldOf(form, 'line_items', '0', 'quantity'))
    const [currency, success_url] = [price('currency'), fieldOf(form, 'success_url')]
    if (fieldOf(form, 'mode') !== 'payment' || !(amount_total > 0) || !currency || !success_url)
      return refusal(400, 'invalid_request_error', 'Missing or invalid parameters')
    const client_reference_id = fieldOf(form, 'client_reference_id') ?? null
    const metadata = (form['payment_intent_data'] as Form | undefined)?.['metadata'] ?? {}
    return found(this.account.open({ client_reference_id, amount_total, currency, success_url }, metadata))
  }

  #createSetup(form: Form): Answered {
    const [customer, success_url] = [fieldOf(form, 'customer'), fieldOf(form, 'success_url')]
    if (!customer || !success_url) return refusal(400, 'invalid_request_error', 'Missing or invalid parameters')
    const client_reference_id = fieldOf(form, 'client_reference_id') ?? null
    const facts = { client_reference_id, amount_total: 0, currency: 'gbp', success_url }
    return found(this.account.open({ ...facts, mode: 'setup', customer }))
  }

  #events = ({ query }: Asked): Answered => {
    const since = Number(fieldOf(query, 'created', 'gte') ?? 0)
    const types = new Set(Object.values((query['types'] as Form | undefined) ?? {}))
    return pageOf(
      this.account.events.filter(({ created, type }) => created >= since && types.has(type)),
      query,
    )
  }

  #balance = ({ query }: Asked): Answered => {
    const [from, to] = ['gte', 'lt'].map((bound) => Number(fieldOf(query, 'created', bound)))
    const wanted = this.account.movements.filter(
      ({ created, currency }) => created >= from! && created < to! && currency === fieldOf(query, 'currency'),
    )
    const isExpanded = fieldOf(query, 'expand', '0') === 'data.source'
    return pageOf(isExpanded ? wanted : wanted.map((one) => ({ ...one, source: one.source.id })), query)
  }
}
