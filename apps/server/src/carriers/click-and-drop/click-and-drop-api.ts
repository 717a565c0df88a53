import type * as z from 'zod'
import {
  createdSchema,
  deletedSchema,
  manifestSchema,
  ordersSchema,
  reasonIn,
  reasonOf,
  versionSchema,
  type CreatedOrder,
  type Manifest,
  type Order,
} from './answers.ts'
import type { CreateOrder } from './create-order.ts'
import { sendCall, type Call, type Caller } from './send-call.ts'

/**
 * `ok`: done. `refused`: certainly not done; `reason` in the carrier's words where it gave any. `unknown`: it may have been
 * done.
 */
export type Answered<T> = { kind: 'ok'; value: T } | Refused | { kind: 'unknown' }
interface Refused {
  kind: 'refused'
  /** 0 when the call was not sent. */
  status: number
  reason: string
}

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

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return undefined
  }
}
