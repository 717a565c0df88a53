import type { ErrorBody } from '@postroom/contract/errors'

/** An error response. `body` is set when it comes from our server (spec §3 'Backend error object'), not from a proxy. */
export class ApiError extends Error {
  readonly status: number
  readonly statusText: string
  readonly code: ErrorBody['code'] | undefined
  readonly description: string | undefined
  readonly fields: NonNullable<ErrorBody['fields']>
  readonly details: NonNullable<ErrorBody['details']>

  constructor(status: number, statusText: string, body?: ErrorBody) {
    super(body?.description ?? `${status} - ${statusText}`)
    this.name = 'ApiError'
    this.status = status
    this.statusText = statusText
    this.code = body?.code
    this.description = body?.description
    this.fields = body?.fields ?? []
    this.details = body?.details ?? {}
  }
}

/** No response. Whether the server received the request is unknown. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('The server could not be reached', { cause })
    this.name = 'NetworkError'
  }
}

/** Our server did not respond: the network is down, or a proxy answered instead. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && error.code === undefined)
