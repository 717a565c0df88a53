import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RoyalMailTracking } from '../../carriers/royal-mail-tracking/tracking-api.ts'
import { ANSWERS, headersSchema, REFUSALS, summaryQuerySchema, type CallName, type StubEvent } from './description.ts'
import { BODIES, NOT_KNOWN } from './refusals.ts'

/** What goes wrong with a call. `other_item`: the answer is about another item. `item_error`: the item has an error. */
export type Fault =
  | { kind: 'status'; status: number; retryAfterS?: number }
  | { kind: 'gibberish' | 'no_such_page' | 'other_shape' | 'too_long' | 'dropped' | 'other_item' | 'item_error' }
  | { kind: 'slow'; ms: number }

const CALLS_A_SECOND = 5
const DAMAGED = { errorCode: 'E1199', errorDescription: 'Something is wrong with this item' }

/**
 * A stand-in for Royal Mail's tracking interface v2: it checks requests and its own answers against the description,
 * refuses more than five calls a second, and fails as `faults` say.
 */
export class TrackingStub {
  readonly key = { clientId: 'id-of-the-house', clientSecret: 'secret-of-the-house' }
  /** What goes wrong next with a call, or with the calls about an item. */
  readonly faults = new Map<string, Fault[]>()
  /** Requests and answers that break the description. */
  readonly violations: string[] = []
  /** Calls that were let through, as `events RN123456785GB`. */
  readonly calls: string[] = []
  readonly #server = fastify({ forceCloseConnections: true })
  readonly #eventsOf: (item: string) => readonly StubEvent[] | undefined
  #times: number[] = []
  url = ''

  private constructor(eventsOf: (item: string) => readonly StubEvent[] | undefined) {
    this.#eventsOf = eventsOf
  }

  /**
   * @param eventsOf the events of an item, newest first; nothing for an item that is not known
   * @param port 0 takes a free one
   */
  static async start(eventsOf: (item: string) => readonly StubEvent[] | undefined, port = 0): Promise<TrackingStub> {
    const stub = new TrackingStub(eventsOf)
    stub.#server.get('/mailpieces/v2/summary', (request, reply) => stub.#serve('summary', request, reply))
    stub.#server.get('/mailpieces/v2/:item/events', (request, reply) => stub.#serve('events', request, reply))
    stub.url = `${await stub.#server.listen({ port, host: '127.0.0.1' })}/mailpieces/v2`
    return stub
  }

  stop = (): Promise<void> => this.#server.close()

  /** How the server is configured to call it. */
  get connection(): RoyalMailTracking {
    return { url: this.url, ...this.key, answer_ms: 1_500 }
  }

  plan(what: string, ...faults: Fault[]): void {
    this.faults.set(what, [...(this.faults.get(what) ?? []), ...faults])
  }

  async #serve(call: CallName, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const headers = headersSchema.safeParse(request.headers)
    if (!headers.success) return this.#violated(`request of ${call}: ${headers.error.message}`, 400, reply)
    const { 'x-ibm-client-id': id, 'x-ibm-client-secret': secret } = headers.data
    if (id !== this.key.clientId || secret !== this.key.clientSecret) return this.#refuse(401, reply)
    if (this.#isTooFast()) return this.#refuse(429, reply)
    const query = summaryQuerySchema.safeParse(request.query)
    if (call === 'summary' && !query.success) return this.#violated(query.error.message, 400, reply)
    const asked = query.success ? query.data.mailPieceId : (request.params as { item: string }).item
    this.calls.push(`${call} ${asked}`)
    const fault = this.faults.get(call)?.shift() ?? this.faults.get(asked)?.shift()
    if (fault?.kind === 'status') return this.#refuse(fault.status, reply, fault.retryAfterS)
    if (fault?.kind === 'gibberish') return reply.type('text/html').send('<html>Please wait</html>')
    if (fault?.kind === 'no_such_page') return reply.code(404).type('text/html').send('<h1>Not found</h1>')
    if (fault?.kind === 'other_shape') return reply.send({ mailPieces: 'none' })
    if (fault?.kind === 'too_long') return reply.type('application/json').send(`"${'x'.repeat(6 * 1024 * 1024)}"`)
    // of a request that was read to its end only the socket can be destroyed
    if (fault?.kind === 'dropped') return void reply.hijack().raw.socket?.destroy()
    if (fault?.kind === 'slow') await sleep(fault.ms)
    if (call === 'summary') return this.#answer(call, { mailPieces: asked.split(',').map((item) => this.#piece(item)) })
    const events = this.#eventsOf(asked)
    if (!events) return this.#refuse(404, reply)
    const mailPieceId = fault?.kind === 'other_item' ? 'RN000000005GB' : asked
    const piece = { mailPieceId, carrierShortName: 'RM', events }
    // not in the description of this call, but in that of the other
    if (fault?.kind === 'item_error') return { mailPieces: { ...piece, error: DAMAGED } }
    return this.#answer(call, { mailPieces: piece })
  }

  #piece(item: string): object {
    const isDamaged = this.faults.get(`summary of ${item}`)?.shift()?.kind === 'item_error'
    const events = this.#eventsOf(item)
    if (!events || isDamaged) return { mailPieceId: item, status: '404', error: isDamaged ? DAMAGED : NOT_KNOWN }
    const [last] = events
    const summary = last && {
      lastEventCode: last.eventCode,
      lastEventName: last.eventName,
      lastEventDateTime: last.eventDateTime,
    }
    return { mailPieceId: item, status: '200', carrierShortName: 'RM', ...(summary && { summary }) }
  }

  /** A second has passed: the calls before it do not count as too many. */
  passSecond(): void {
    this.#times = []
  }

  #isTooFast(): boolean {
    const now = performance.now()
    this.#times = this.#times.filter((time) => now - time < 1_000)
    if (this.#times.length >= CALLS_A_SECOND) return true
    this.#times.push(now)
    return false
  }

  #violated(violation: string, status: number, reply: FastifyReply): unknown {
    this.violations.push(violation)
    return this.#refuse(status, reply)
  }

  #refuse(status: number, reply: FastifyReply, retryAfterS?: number): unknown {
    const parsed = REFUSALS[status]!.safeParse(BODIES[status])
    if (!parsed.success) this.violations.push(`answer ${status}: ${parsed.error.message}`)
    if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS))
    return reply.code(status).send(BODIES[status])
  }

  #answer(call: CallName, body: object): object {
    const parsed = ANSWERS[call].safeParse(body)
    if (!parsed.success) this.violations.push(`answer of ${call}: ${parsed.error.message}`)
    return body
  }
}
