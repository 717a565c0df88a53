import type { AnswerOf, CallOf, Endpoint } from '@postroom/contract/endpoint'
import { bodyOf, mediaTypeOf, pathOf } from './request-parts.ts'
import { refusalOf } from './refusal.ts'
import { sendUntilDone } from './send-until-done.ts'

export { PostroomRefusal } from './refusal.ts'

/** An endpoint that API keys may call. */
type Open = Endpoint & { scope: string }

/** The API of one Postroom server, called with one API key. */
export interface Postroom {
  /**
   * Calls an endpoint of the contract: `call(processShipment, { query: { pending_id }, body })`. It is repeated while the
   * server asks for that (202, 429 and 503 with `Retry-After`). A call that reads, or has a `pending_id`, is also repeated
   * after a lost connection.
   *
   * @throws PostroomRefusal when the server refuses, TypeError when no answer came in time, ZodError when the answer breaks
   * the contract
   */
  call<E extends Open>(endpoint: E, parts: CallOf<E>): Promise<AnswerOf<E>>
  /** Downloads a document from the address that a shipment names in `docs`. */
  download(url: string): Promise<Uint8Array>
}

export interface Connection {
  /** Of the server, such as `https://post.example`. */
  url: string
  /** The secret of an API key, `prk_…`. */
  key: string
  /** The longest time for one call with its repetitions, in milliseconds. Default two minutes. */
  withinMs?: number
}

/** Connects to a server; nothing is sent before the first call. */
export function connect({ url, key, withinMs = 120_000 }: Connection): Postroom {
  const authorization = `Bearer ${key}`
  return {
    call: async (endpoint, parts) => {
      const { params, query, body } = parts as Record<'params' | 'query' | 'body', Record<string, unknown> | undefined>
      const text = bodyOf(endpoint, body)
      const request = new Request(new URL(`/api${pathOf(endpoint, params, query)}`, url), {
        method: endpoint.method,
        headers: { authorization, accept: 'application/json', ...(text && { 'content-type': mediaTypeOf(endpoint) }) },
        ...(text && { body: text }),
      })
      const isRepeatable = endpoint.method === 'GET' || query?.['pending_id'] !== undefined
      const answer = await sendUntilDone(request, { isRepeatable, withinMs })
      if (!answer.ok) throw refusalOf(answer)
      const schema = endpoint.responses[answer.status as keyof typeof endpoint.responses]
      if (!schema) throw new TypeError(`${endpoint.id} answered with status ${answer.status}`)
      const isJson = endpoint.answerType === undefined
      return schema.parse(isJson ? JSON.parse(new TextDecoder().decode(answer.bytes)) : answer.bytes) as AnswerOf<
        typeof endpoint
      >
    },
    download: async (from) => {
      const at = new URL(from, url)
      // the key is for this server only
      if (at.origin !== new URL(url).origin) throw new TypeError(`${at.origin} is not the server of this key`)
      const request = new Request(at, { headers: { authorization } })
      const answer = await sendUntilDone(request, { isRepeatable: true, withinMs })
      if (!answer.ok) throw refusalOf(answer)
      return answer.bytes
    },
  }
}
