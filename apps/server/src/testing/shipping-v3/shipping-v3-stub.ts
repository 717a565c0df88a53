import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as z from 'zod'
import { stubLabel, type LabelFormat } from '../click-and-drop/stub-label.ts'
import { PlannedFaults } from '../planned-faults.ts'
import { ANSWERS, REQUESTS, type CallName, type ShipmentRequest } from './description.ts'
import type { Fault } from './faults.ts'
import { newShipment, type StubShipment } from './shipments.ts'

/** An account at the stub. */
export interface StubAccount {
  password: string
  shipments: StubShipment[]
  format: LabelFormat
  /** Whether its tokens are good for anything. */
  acceptsTokens: boolean
}

export const CLIENT = { clientId: 'the-client', clientSecret: 'its-secret' }
const FORMAT: LabelFormat = { width_mm: 101.6, height_mm: 152.4 }
const PATH = '/shipping/v3'

interface Answer {
  status?: number
  body: object
}
type Act = (account: StubAccount, request: FastifyRequest, fault: Fault | undefined) => Promise<Answer> | Answer

/**
 * A stand-in for the Shipping API v3 that is no kinder: it checks requests and its own answers against the description of the
 * interface, has no call that finds a shipment by its reference, lets tokens expire, and fails as `faults` say.
 */
export class ShippingV3Stub {
  readonly faults = new PlannedFaults<CallName, Fault>()
  readonly accounts = new Map<string, StubAccount>()
  /** Requests and answers that break the description. */
  readonly violations: string[] = []
  /** Calls that came in, as `create`. */
  readonly calls: CallName[] = []
  readonly #server = fastify({ forceCloseConnections: true })
  /** Tokens that have not expired, and whose they are. */
  readonly #tokens = new Map<string, string>()
  #issued = 0
  url = ''

  /** @param port 0 takes a free one */
  static async start(port = 0): Promise<ShippingV3Stub> {
    const stub = new ShippingV3Stub()
    stub.#routes()
    stub.url = `${await stub.#server.listen({ port, host: '127.0.0.1' })}${PATH}`
    return stub
  }

  stop = (): Promise<void> => this.#server.close()

  /** Opens an account. */
  open(username: string, password: string): StubAccount {
    const account: StubAccount = { password, shipments: [], format: FORMAT, acceptsTokens: true }
    this.accounts.set(username, account)
    return account
  }

  /** Four hours pass for all tokens there are. */
  expireTokens = (): void => this.#tokens.clear()

  count = (call: CallName): number => this.calls.filter((one) => one === call).length

  #routes(): void {
    const on = (method: 'POST' | 'PUT', path: string, call: CallName, act: Act): void =>
      void this.#server.route({
        method,
        url: `${PATH}${path}`,
        handler: (request, reply) => this.#serve(call, act, request, reply),
      })
    on('POST', '/token', 'token', (_, request) => this.#token(request))
    on('POST', '/shipments', 'create', create)
    on('PUT', '/shipments/:id/printLabel', 'label', printLabel)
    on('PUT', '/shipments/cancel', 'cancel', cancel)
  }

  async #serve(call: CallName, act: Act, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    this.calls.push(call)
    const fault = this.faults.take(call)
    const account = fault?.kind === 'unauthorised' ? undefined : this.#callerOf(call, request)
    if (!account) return this.#send(reply, call, unauthorised)
    if (fault?.kind === 'too_many') {
      if (fault.retryAfterS !== undefined) reply.header('retry-after', String(fault.retryAfterS))
      return reply.code(429).send({ httpCode: 429, httpMessage: 'Too Many Requests' })
    }
    // of a request that was read to its end only the socket can be destroyed
    if (fault?.kind === 'dropped') return void reply.hijack().raw.socket?.destroy()
    if (fault?.kind === 'down') return reply.code(500).send({ httpCode: 500, httpMessage: 'Internal Server Error' })
    if (fault?.kind === 'gateway')
      return reply.code(fault.httpCode).send({ httpMessage: 'Refused by the gateway', ...fault, kind: undefined })
    if (fault?.kind === 'refused') return this.#send(reply, call, refusedWith(call, request, fault.messages))
    const read = REQUESTS[call].safeParse(request.body ?? undefined)
    if (!read.success) this.violations.push(`request of ${call}: ${read.error.message}`)
    const answer = await act(account, request, fault)
    if (fault?.kind === 'lost') return void reply.hijack().raw.socket?.destroy()
    if (fault?.kind === 'failing') return reply.code(500).send({ httpCode: 500, httpMessage: 'Internal Server Error' })
    if (fault?.kind === 'slow') await sleep(fault.ms)
    if (fault?.kind === 'gibberish') return reply.code(200).type('text/html').send('<html>Please wait</html>')
    const isOdd = fault?.kind === 'other_spelling' || fault?.kind === 'no_occurrence'
    return isOdd ? reply.code(answer.status ?? 200).send(answer.body) : this.#send(reply, call, answer)
  }

  #send(reply: FastifyReply, call: CallName, { status = 200, body }: Answer): FastifyReply {
    const parsed = (ANSWERS[call] as Record<number, z.ZodType>)[status]?.safeParse(body)
    if (!parsed?.success) this.violations.push(`answer of ${call}, ${status}: ${parsed?.error.message}`)
    return reply.code(status).send(body)
  }

  /** The account that a call proves, by its password or its token. */
  #callerOf(call: CallName, { headers }: FastifyRequest): StubAccount | undefined {
    if (headers['x-ibm-client-id'] !== CLIENT.clientId || headers['x-ibm-client-secret'] !== CLIENT.clientSecret)
      return undefined
    if (call === 'token') {
      const account = this.accounts.get(String(headers['x-rmg-security-username']))
      return account?.password === headers['x-rmg-security-password'] ? account : undefined
    }
    const account = this.accounts.get(this.#tokens.get(String(headers['x-rmg-auth-token'])) ?? '')
    return account?.acceptsTokens ? account : undefined
  }

  #token({ headers }: FastifyRequest): Answer {
    const token = `token-${++this.#issued}`
    this.#tokens.set(token, String(headers['x-rmg-security-username']))
    return { body: { token } }
  }
}

const unauthorised: Answer = {
  status: 401,
  body: { httpCode: 401, httpMessage: 'Unauthorized', moreInformation: 'Authentication failure.' },
}
const done = { HttpStatusCode: 200, HttpStatusDescription: 'OK' }
const failedWith = (status: number, ...messages: string[]) => ({
  HttpStatusCode: status,
  HttpStatusDescription: status === 404 ? 'NotFound' : 'BadRequest',
  Message: 'The request is invalid.',
  Errors: messages.map((Message) => ({ Message, Cause: 'Shipment', ErrorCode: status === 404 ? 'E1435' : 'E1434' })),
})
const subjectOf = (call: CallName, id: string): object =>
  call === 'create' ? {} : call === 'cancel' ? { ShipmentIds: [id] } : { ShipmentId: id }
const idIn = ({ params, body }: FastifyRequest): string =>
  (params as { id?: string }).id ?? (body as { ShipmentId: string }[])[0]?.ShipmentId ?? ''

const refusedWith = (call: CallName, request: FastifyRequest, messages: string[]): Answer => ({
  status: 400,
  body: { ...failedWith(400, ...messages), ...subjectOf(call, call === 'create' ? '' : idIn(request)) },
})

const create: Act = ({ shipments }, { body }, fault) => {
  const made = newShipment(body as ShipmentRequest)
  shipments.push(made)
  const { id, trackingNumber } = made
  const spelling = fault?.kind === 'other_spelling' ? 'PackageOccurrence' : 'PackageOccurance'
  const Packages = [
    {
      ...(fault?.kind !== 'no_occurrence' && { [spelling]: 1 }),
      UniqueId: id,
      ...(trackingNumber !== undefined && { TrackingNumber: trackingNumber }),
      CarrierCode: 'RMG',
    },
  ]
  return { body: { ...done, Message: 'Shipment(s) allocated.', Packages } }
}

const found = ({ shipments }: StubAccount, id: string): StubShipment | undefined =>
  shipments.find((one) => one.id === id || one.trackingNumber === id)

const printLabel: Act = async (account, request, fault) => {
  const id = idIn(request)
  const shipment = found(account, id)
  if (!shipment)
    return { status: 404, body: { ...failedWith(404, 'The shipment was not found.'), ...subjectOf('label', id) } }
  if (shipment.state === 'cancelled') return refusedWith('label', request, ['The shipment is cancelled.'])
  if (shipment.state === 'manifested') return refusedWith('label', request, ['The shipment has been manifested.'])
  shipment.state = 'processed'
  const { trackingNumber } = shipment
  const pdf = fault?.kind === 'not_a_pdf' ? Buffer.from('Please wait') : await labelOf(shipment, account.format)
  return {
    body: {
      ...done,
      ShipmentId: id,
      ...(fault?.kind !== 'no_label' && { LabelImage: pdf.toString('base64'), LabelImageFormat: 'PDF' }),
      UniqueId: shipment.id,
      ...(trackingNumber !== undefined && { TrackingNumber: trackingNumber }),
    },
  }
}

/** The label of a shipment, the same each time. */
export const labelOf = ({ id, trackingNumber }: StubShipment, format: LabelFormat): Promise<Buffer> =>
  stubLabel({ orderIdentifier: id, createdOn: new Date(0).toISOString(), packages: [{ trackingNumber }] }, format)

const cancel: Act = (account, request) => {
  const id = idIn(request)
  const shipment = found(account, id)
  if (!shipment)
    return { status: 404, body: { ...failedWith(404, 'The shipment was not found.'), ...subjectOf('cancel', id) } }
  if (shipment.state === 'cancelled') return refusedWith('cancel', request, ['The shipment is already cancelled.'])
  if (shipment.state === 'manifested')
    return refusedWith('cancel', request, ['The shipment has already been manifested and cannot be cancelled.'])
  shipment.state = 'cancelled'
  return { body: { ...done, ShipmentIds: [id] } }
}
