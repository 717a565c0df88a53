import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as z from 'zod'
import { PlannedFaults } from '../planned-faults.ts'
import {
  ANSWERS,
  createOrdersSchema,
  createReturnSchema,
  makeManifestSchema,
  type CallName,
  type CreateOrderRequest,
} from './description.ts'
import type { Fault } from './faults.ts'
import { Manifests } from './manifests.ts'
import { Orders, type StubOrder } from './orders.ts'
import { Returns } from './returns.ts'
import { stubLabel, type LabelFormat } from './stub-label.ts'

/** An account at the stub. Its key is the key of the interface. */
export interface StubAccount {
  orders: Orders
  manifests: Manifests
  returns: Returns
  /** Business accounts may print labels through the interface. */
  isBusiness: boolean
  format: LabelFormat
  /** Whether a reference that is in use is refused. The carrier's description does not say. */
  refusesDuplicates: boolean
}

const CALLS_A_SECOND = 5
const FORMAT: LabelFormat = { width_mm: 101.6, height_mm: 152.4 }

/**
 * A stand-in for Click & Drop v1 that is no kinder: it checks requests and its own answers against the description of the
 * interface, refuses more than five calls a second with one key, and fails as `faults` say.
 */
export class ClickAndDropStub {
  readonly faults = new PlannedFaults<CallName, Fault>()
  readonly accounts = new Map<string, StubAccount>()
  /** Requests and answers that break the description. */
  readonly violations: string[] = []
  /** Calls that were let through, as `create`. */
  readonly calls: CallName[] = []
  readonly #server = fastify({ forceCloseConnections: true })
  readonly #times = new Map<string, number[]>()
  url = ''

  /** @param port 0 takes a free one */
  static async start(port = 0): Promise<ClickAndDropStub> {
    const stub = new ClickAndDropStub()
    stub.#routes()
    stub.url = `${await stub.#server.listen({ port, host: '127.0.0.1' })}/api/v1`
    return stub
  }

  stop = (): Promise<void> => this.#server.close()

  /** Opens an account. */
  open(key: string, change: Partial<StubAccount> = {}): StubAccount {
    const orders = new Orders()
    const account = {
      orders,
      manifests: new Manifests(orders),
      returns: new Returns(),
      isBusiness: true,
      format: FORMAT,
      refusesDuplicates: true,
      ...change,
    }
    this.accounts.set(key, account)
    return account
  }

  #routes(): void {
    const on = (method: 'GET' | 'POST' | 'DELETE', path: string, call: CallName, answer: Answer): void =>
      void this.#server.route({
        method,
        url: `/api/v1${path}`,
        handler: (request, reply) => this.#serve(call, answer, request, reply),
      })
    on('POST', '/orders', 'create', this.#create)
    on('GET', '/orders', 'list', ({ orders }) => ({ body: { orders: orders.all().map(({ info }) => info) } }))
    on('GET', '/orders/:ids', 'find', this.#find)
    on('DELETE', '/orders/:ids', 'remove', this.#remove)
    on('GET', '/orders/:ids/label', 'label', this.#label)
    on('POST', '/manifests', 'manifest', this.#makeManifest)
    on('POST', '/manifests/retry/:ids', 'manifest', ({ manifests }, request, fault) =>
      manifests.retry(Number(identifiersIn(request)[0]), fault),
    )
    on('GET', '/manifests/:ids', 'manifest', ({ manifests }, request) =>
      manifests.look(Number(identifiersIn(request)[0])),
    )
    on('GET', '/returns/services', 'services', ({ returns }) => returns.services())
    on('POST', '/returns', 'return', this.#makeReturn)
    this.#server.get('/api/v1/version', async () =>
      this.#checked('version', 200, { release: 'Stub', releaseDate: new Date(0).toISOString() }),
    )
  }

  async #serve(call: CallName, answer: Answer, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const key = (request.headers.authorization ?? '').replace(/^Bearer /, '')
    const account = this.accounts.get(key)
    if (!account) return reply.code(401).send()
    if (this.#isTooFast(key)) return reply.code(429).header('retry-after', '1').send()
    this.calls.push(call)
    const fault = this.faults.take(call)
    if (fault?.kind === 'too_many') {
      if (fault.retryAfterS !== undefined) reply.header('retry-after', String(fault.retryAfterS))
      return reply.code(429).send()
    }
    // of a request that was read to its end only the socket can be destroyed
    if (fault?.kind === 'dropped') return void reply.hijack().raw.socket?.destroy()
    if (fault?.kind === 'down') return reply.code(500).send({ message: 'Internal Server Error' })
    if (fault?.kind === 'forbidden') return reply.code(403).send({ message: 'Feature not available' })
    const { status = 200, body } = await answer(account, request, fault)
    if (fault?.kind === 'lost') return void reply.hijack().raw.socket?.destroy()
    if (fault?.kind === 'failing') return reply.code(500).send({ message: 'Internal Server Error' })
    if (fault?.kind === 'slow') await sleep(fault.ms)
    if (fault?.kind === 'gibberish') return reply.code(200).type('text/html').send('<html>Please wait</html>')
    if (body instanceof Uint8Array) return reply.type('application/pdf').send(body)
    return reply.code(status).send(call === 'label' || status === 404 ? body : this.#checked(call, status, body))
  }

  /** More than five calls within any second. */
  #isTooFast(key: string): boolean {
    const now = performance.now()
    const recent = (this.#times.get(key) ?? []).filter((time) => now - time < 1_000)
    this.#times.set(key, recent)
    if (recent.length >= CALLS_A_SECOND) return true
    recent.push(now)
    return false
  }

  #checked(call: Exclude<CallName, 'label'>, status: number, body: unknown): unknown {
    const parsed = (ANSWERS[call] as Record<number, z.ZodType>)[status]?.safeParse(body)
    if (!parsed?.success) this.violations.push(`answer of ${call}, ${status}: ${parsed?.error.message}`)
    return body
  }

  #create: Answer = async (account, { body }, fault) => {
    const parsed = createOrdersSchema.safeParse(body)
    if (!parsed.success) {
      this.violations.push(`request of create: ${parsed.error.message}`)
      return { status: 400, body: { code: 'BadRequest', message: 'Request has missing or invalid parameters' } }
    }
    const { items } = parsed.data
    if (items.length > 1 && items.some(({ label }) => label?.includeLabelInResponse))
      return { status: 400, body: { code: 'BadRequest', message: 'Only one label can be generated per request' } }
    const outcomes = await Promise.all(items.map((item) => this.#createOne(account, item, fault)))
    const created = outcomes.flatMap((outcome) => ('info' in outcome ? [outcome.info] : []))
    const failed = outcomes.flatMap((outcome) => ('failed' in outcome ? [outcome.failed] : []))
    return {
      body: {
        successCount: created.length,
        errorsCount: failed.length,
        createdOrders: created,
        failedOrders: failed,
      },
    }
  }

  async #createOne(account: StubAccount, item: CreateOrderRequest, fault: Fault | undefined) {
    const { orders, isBusiness, refusesDuplicates, format } = account
    const isTaken = refusesDuplicates && orders.withReference(item.orderReference ?? '').length > 0
    const message = fault?.kind === 'failed' ? fault.message : isTaken ? 'The order reference is in use' : undefined
    if (message !== undefined) return { failed: { order: item, errors: [{ errorCode: 40, errorMessage: message }] } }
    const { info } = orders.create(item)
    if (!item.label?.includeLabelInResponse || fault?.kind === 'no_label') return { info }
    if (!isBusiness)
      return {
        info: { ...info, labelErrors: [{ code: 'Forbidden', message: 'Feature available for OBA accounts only' }] },
      }
    const label = fault?.kind === 'not_a_pdf' ? Buffer.from('Please wait') : await stubLabel(info, format)
    return { info: { ...info, label: label.toString('base64') } }
  }

  #find: Answer = async ({ orders }, request) => {
    const found = identifiersIn(request).flatMap((one) => listed(orders, one))
    if (found.length > 0) return { body: found.map(({ info }) => info) }
    return { status: 404, body: undefined }
  }

  #remove: Answer = async ({ orders }, request) => {
    const deletedOrders: { orderIdentifier: number; orderReference?: string }[] = []
    const errors: { code: string; message: string }[] = []
    for (const identifier of identifiersIn(request)) {
      const [order] = listed(orders, identifier)
      if (!order) errors.push({ code: 'NotFound', message: 'Order not found' })
      else if (order.info.manifestedOn !== undefined)
        errors.push({ code: 'Manifested', message: 'The order has been manifested' })
      else {
        orders.remove(order.info.orderIdentifier)
        const { orderIdentifier, orderReference } = order.info
        deletedOrders.push({ orderIdentifier, ...(orderReference !== undefined && { orderReference }) })
      }
    }
    return { body: { deletedOrders, errors } }
  }

  #makeManifest: Answer = ({ manifests }, { body }, fault) => {
    const parsed = makeManifestSchema.safeParse(body)
    if (!parsed.success) this.violations.push(`request of manifest: ${parsed.error.message}`)
    return manifests.make(fault)
  }

  #makeReturn: Answer = ({ returns, format }, { body }, fault) => {
    const parsed = createReturnSchema.safeParse(body)
    if (parsed.success) return returns.make(parsed.data, format, fault)
    this.violations.push(`request of return: ${parsed.error.message}`)
    return { status: 400, body: { code: 'BadRequest', message: 'Request has missing or invalid parameters' } }
  }

  #label: Answer = async ({ orders, isBusiness, format }, request, fault) => {
    if (!isBusiness) return { status: 403, body: undefined }
    const [order] = identifiersIn(request).flatMap((one) => listed(orders, one))
    if (!order) return { status: 404, body: undefined }
    return { body: fault?.kind === 'not_a_pdf' ? Buffer.from('<html>') : await stubLabel(order.info, format) }
  }
}

type Answer = (
  account: StubAccount,
  request: FastifyRequest,
  fault: Fault | undefined,
) => Promise<{ status?: number; body: unknown }> | { status?: number; body: unknown }

/** Identifiers are numbers, or references in double quotes, separated by semicolons. */
const identifiersIn = ({ params }: FastifyRequest): string[] => (params as { ids: string }).ids.split(';')

const listed = (orders: Orders, identifier: string): StubOrder[] =>
  identifier.startsWith('"')
    ? orders.withReference(identifier.slice(1, -1))
    : [orders.withId(Number(identifier))].filter((order) => order !== undefined)
