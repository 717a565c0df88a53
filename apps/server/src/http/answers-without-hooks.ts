import { ERRORS, type ErrorCode } from '@postroom/contract/errors'
import { randomUUID } from 'node:crypto'
import { ServerResponse, STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { AppError } from '../app-error.ts'
import type { SecurityHeaders } from './security-headers.ts'

/** Answers that Node and Fastify send before any hook runs must not be cached either. */
export const withoutHooks = (headers: SecurityHeaders): SecurityHeaders => ({ ...headers, 'cache-control': 'no-store' })

/**
 * Sets the headers of answers that Node and Fastify write by themselves: to a request without a Host header, with an
 * unknown expectation, or during the stop. Fastify's own answers replace the headers set here.
 */
export const responseWith = (headers: () => SecurityHeaders): typeof ServerResponse =>
  class<Request extends IncomingMessage> extends ServerResponse<Request> {
    constructor(...given: [Request]) {
      super(...given) // and the options that Node passes with it
      this.setHeaders(new Map(Object.entries(withoutHooks(headers()))))
    }
  }

/** Why Node could not parse a request. */
const UNREAD: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
}

/** Answers a request that could not be read to its end, and closes the connection. */
export function answerUnread(error: NodeJS.ErrnoException, socket: Duplex, headers: SecurityHeaders): void {
  if (error.code !== 'ECONNRESET') answerRaw(socket, UNREAD[error.code ?? ''] ?? 'invalid_request', headers)
}

/** Writes an error straight to a socket that has no Node request or response, and closes it. */
export function answerRaw(socket: Duplex, code: ErrorCode, headers: SecurityHeaders): void {
  if (socket.writable) socket.write(textOf(code, headers))
  socket.destroy()
}

function textOf(code: ErrorCode, headers: SecurityHeaders): string {
  const { status } = ERRORS[code]
  const body = JSON.stringify(new AppError(code).body(randomUUID()))
  const lines = Object.entries({
    ...withoutHooks(headers),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}
