import type * as z from 'zod'
import {
  createdSchema,
  deletedSchema,
  madeReturnSchema,
  manifestSchema,
  ordersSchema,
  reasonIn,
  returnServicesSchema,
  versionSchema,
  type CreatedOrder,
  type MadeReturn,
  type Manifest,
  type Order,
} from './answers.ts'
import type { CreateOrder } from './create-order.ts'
import type { CreateReturn } from './create-return.ts'
import { jsonOf, reasonOf, type Answered } from '../royal-mail/answered.ts'
import { sendCall, type Call, type Caller } from '../royal-mail/send-call.ts'

const UNKNOWN = { kind: 'unknown' } as const
const NO_REASON = 'Royal Mail refused the order and gave no reason.'
const KEY_REFUSED = 'Royal Mail refused the key of this account.'

/** The calls of Click & Drop v1 that we use. Each error shape becomes a `Refused`. */
export interface ClickAndDropApi {
  /** Creates one order with its label. */
  create(order: CreateOrder): Promise<Answered<CreatedOrder>>
  /** The order with our reference; `ok` without an order when there is none. */
  find(reference: string): Promise<Answered<Order | undefined>>
  /** `ok` also when there is no such order any more. */
  remove(orderId: number, reference: string): Promise<Answered<undefined>>
  label(orderId: number): Promise<Answered<Uint8Array>>
  /** Asks for a manifest of all orders that are on none. */
  makeManifest(): Promise<Answered<Manifest>>
  manifest(number: string): Promise<Answered<Manifest>>
  /** Asks for one that failed again. */
  retryManifest(number: string): Promise<Answered<Manifest>>
  /** The services with which something can be sent back; those without a code are left out. */
  returnServices(): Promise<Answered<{ code: string; name: string }[]>>
  /** Makes a return label. The interface finds none again. */
  makeReturn(order: CreateReturn): Promise<Answered<MadeReturn & { number: string }>>
  /** The release of the interface. The key is not needed. */
  version(): Promise<Answered<string>>
  /** Whether the key is known. */
  checkKey(): Promise<Answered<undefined>>
}

const NO_ORDER = 404
const named = (reference: string): string => encodeURIComponent(`"${reference}"`)

export function clickAndDropApi(caller: Caller): ClickAndDropApi {
  const ask = async <Schema extends z.ZodType>(schema: Schema, call: Call): Promise<Answered<z.output<Schema>>> => {
    const raw = await askBytes(caller, call)
    if (raw.kind !== 'ok') return raw
    const parsed = schema.safeParse(jsonOf(raw.value))
    return parsed.success ? { kind: 'ok', value: parsed.data } : UNKNOWN
  }

  const find: ClickAndDropApi['find'] = async (reference) => {
    const found = await ask(ordersSchema, { method: 'GET', path: `/orders/${named(reference)}` })
    if (found.kind === 'refused' && found.status === NO_ORDER) return { kind: 'ok', value: undefined }
    if (found.kind !== 'ok') return found
    return { kind: 'ok', value: found.value.find(({ orderReference }) => orderReference === reference) }
  }

  return {
    find,

    async create(order) {
      const created = await ask(createdSchema, { method: 'POST', path: '/orders', body: { items: [order] } })
      if (created.kind !== 'ok') return created
      const { createdOrders, failedOrders } = created.value
      const ours = createdOrders?.find(({ orderReference }) => orderReference === order.orderReference)
      if (ours) return { kind: 'ok', value: ours }
      const errors = failedOrders?.flatMap(({ errors: listed = [] }) => listed.map(({ errorMessage }) => errorMessage))
      // neither created nor failed: the order may exist all the same
      if (!errors || failedOrders?.length === 0) return UNKNOWN
      return { kind: 'refused', status: 200, reason: reasonOf(errors) ?? NO_REASON }
    },

    async remove(orderId, reference) {
      const deleted = await ask(deletedSchema, { method: 'DELETE', path: `/orders/${orderId}` })
      if (deleted.kind === 'ok' && deleted.value.deletedOrders?.some((one) => one.orderIdentifier === orderId))
        return { kind: 'ok', value: undefined }
      if (deleted.kind === 'unknown' || (deleted.kind === 'refused' && deleted.status === 0)) return deleted
      const errors =
        deleted.kind === 'ok' ? reasonOf(deleted.value.errors?.map(({ message }) => message) ?? []) : undefined
      // an order that was deleted before cannot be deleted: only its absence says which it is
      const left = await find(reference)
      if (left.kind === 'ok' && left.value === undefined) return { kind: 'ok', value: undefined }
      if (left.kind === 'unknown') return UNKNOWN
      return deleted.kind === 'refused' ? deleted : { kind: 'refused', status: 200, reason: errors ?? NO_REASON }
    },

    label: (orderId) =>
      askBytes(caller, {
        method: 'GET',
        path: `/orders/${orderId}/label?documentType=postageLabel&includeReturnsLabel=false&includeCN=false`,
        accept: 'application/pdf',
      }),

    makeManifest: () => ask(manifestSchema, { method: 'POST', path: '/manifests', body: {} }),
    manifest: (number) => ask(manifestSchema, { method: 'GET', path: `/manifests/${encodeURIComponent(number)}` }),
    retryManifest: (number) =>
      ask(manifestSchema, { method: 'POST', path: `/manifests/retry/${encodeURIComponent(number)}` }),

    async returnServices() {
      const found = await ask(returnServicesSchema, { method: 'GET', path: '/returns/services' })
      if (found.kind !== 'ok') return found
      const services = found.value.services.flatMap(({ serviceCode: code, serviceName: name }) =>
        code ? { code, name: name ?? code } : [],
      )
      return { kind: 'ok', value: services }
    },

    async makeReturn(order) {
      const raw = await askBytes(caller, { method: 'POST', path: '/returns', body: order })
      if (raw.kind !== 'ok') return raw
      const body = jsonOf(raw.value)
      const made = madeReturnSchema.safeParse(body).data
      const number = made?.shipment?.trackingNumber
      if (made && number) return { kind: 'ok', value: { ...made, number } }
      const reason = reasonIn(body)
      return reason === undefined ? UNKNOWN : { kind: 'refused', status: 200, reason }
    },

    async version() {
      const found = await ask(versionSchema, { method: 'GET', path: '/version' })
      return found.kind === 'ok' ? { kind: 'ok', value: found.value.release ?? found.value.releaseDate } : found
    },

    async checkKey() {
      const found = await askBytes(caller, { method: 'GET', path: '/orders?pageSize=1' })
      return found.kind === 'ok' ? { kind: 'ok', value: undefined } : found
    },
  }
}

async function askBytes(caller: Caller, call: Call): Promise<Answered<Uint8Array>> {
  const sent = await sendCall(caller, call)
  if (sent.kind === 'unknown') return UNKNOWN
  if (sent.kind === 'not_sent') return { kind: 'refused', status: 0, reason: sent.reason }
  const { status, body } = sent
  if (status >= 200 && status < 300) return { kind: 'ok', value: body }
  const unsaid = status === 401 ? KEY_REFUSED : NO_REASON
  return { kind: 'refused', status, reason: reasonIn(jsonOf(body)) ?? unsaid }
}
