import http from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import {
  decodeResponse,
  encodeRequest,
  type IppAttributes,
  type IppRequest,
  type IppResponse,
  type IppValue,
  type RequestAttribute,
} from './ipp-codec.ts'

const TIMEOUT_MS = 15_000
const PART_BYTES = 64 * 1024
const ANSWER_LIMIT_BYTES = 1024 * 1024
/** From this status on, the printer has rejected the request. */
const FIRST_ERROR_STATUS = 0x0400

/** IPP status codes (RFC 8011 appendix B). */
export const IPP_STATUS = {
  notFound: 0x0406,
  gone: 0x0407,
  attributesNotSupported: 0x040b,
  operationNotSupported: 0x0501,
} as const

/** The printer rejected the request and carried nothing out. `unsupported` are the attributes it does not accept. */
export class IppRefusal extends Error {
  readonly status: number
  readonly unsupported: readonly string[]
  constructor({ status, operation, unsupported }: IppResponse) {
    super(`IPP status ${status.toString(16)} ${textIn(operation, 'status-message') ?? ''}`.trim())
    this.name = 'IppRefusal'
    this.status = status
    this.unsupported = Object.keys(unsupported)
  }
}

/** A printer may read only as fast as it prints, so sending is limited only by this time without progress. */
interface Sending {
  document: Uint8Array
  idleMs: number
  signal: AbortSignal
}

let lastId = 0

/**
 * Sends a request. @throws IppRefusal when the printer rejects it; after any other error it may have carried it out.
 */
export async function askPrinter(
  uri: string,
  request: Omit<IppRequest, 'id'>,
  { timeoutMs = TIMEOUT_MS, sending }: { timeoutMs?: number; sending?: Sending } = {},
): Promise<IppResponse> {
  lastId = (lastId % 0x7fffffff) + 1
  const head = encodeRequest({ ...request, id: lastId })
  const body = sending ? Buffer.concat([head, sending.document]) : head
  const limits = sending
    ? { timeout: sending.idleMs, signal: sending.signal }
    : { signal: AbortSignal.timeout(timeoutMs) }
  const response = decodeResponse(await post(httpUrlOf(uri), body, limits))
  if (response.status >= FIRST_ERROR_STATUS) throw new IppRefusal(response)
  return response
}

/** The first attributes of every request, in the order that RFC 8011 §4.1.5 requires; the id of a job goes between them. */
export const aboutPrinter = (uri: string): [RequestAttribute, RequestAttribute] => [
  ['uri', 'printer-uri', uri],
  ['name', 'requesting-user-name', 'postroom'],
]

/** These attributes of a printer, as far as it has them. @throws as `askPrinter` */
export async function printerAttributes(
  uri: string,
  names: readonly string[],
  timeoutMs: number,
): Promise<IppAttributes> {
  const wanted = names.map((name, index): RequestAttribute => [
    'keyword',
    index === 0 ? 'requested-attributes' : '',
    name,
  ])
  const attributes = [...aboutPrinter(uri), ...wanted]
  const { printers } = await askPrinter(uri, { operation: 'Get-Printer-Attributes', attributes }, { timeoutMs })
  return printers[0] ?? {}
}

function httpUrlOf(uri: string): URL {
  const url = new URL(uri.replace(/^ipp/, 'http'))
  if (url.port === '' && !/:\d+$/.test(new URL(uri).host)) url.port = '631'
  return url
}

/** Printers have self-signed certificates, which prove nothing; labels are not secret in their own network. */
function post(url: URL, body: Buffer, limits: Pick<http.RequestOptions, 'timeout' | 'signal'>): Promise<Buffer> {
  const answer = Promise.withResolvers<Buffer>()
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/ipp', 'content-length': body.length },
    ...limits,
    rejectUnauthorized: false,
  })
  request.on('error', answer.reject)
  request.on('timeout', () => request.destroy(new Error('The printer has stopped responding')))
  request.on('response', (response) => {
    const parts: Buffer[] = []
    let size = 0
    response.on('error', answer.reject)
    response.on('data', (part: Buffer) => {
      size += part.length
      if (size > ANSWER_LIMIT_BYTES) request.destroy(new Error('The answer of the printer is too large'))
      parts.push(part)
    })
    response.on('end', () => {
      if (response.statusCode === 200) answer.resolve(Buffer.concat(parts))
      else answer.reject(new Error(`The printer answered HTTP ${response.statusCode}`))
    })
  })
  Readable.from(partsOf(body)).pipe(request)
  return answer.promise
}

/** An encrypted connection shows no progress within one part, so parts are small. */
function* partsOf(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += PART_BYTES) yield body.subarray(at, at + PART_BYTES)
}

export const textIn = (attributes: IppAttributes, name: string): string | undefined => textsIn(attributes, name)[0]

export const textsIn = (attributes: IppAttributes, name: string): string[] => only(attributes[name], isText)

export const numberIn = (attributes: IppAttributes, name: string): number | undefined =>
  only(attributes[name], isNumber)[0]

const only = <T extends IppValue>(values: IppValue[] = [], is: (value: IppValue) => value is T): T[] =>
  values.filter(is)
const isText = (value: IppValue): value is string => typeof value === 'string'
const isNumber = (value: IppValue): value is number => typeof value === 'number'
