import type { ErrorBody } from '@postroom/contract/errors'

/** The server answered and said no. `body` is there when the answer was one of ours (spec §3 'Backend error object'). */
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

/** Nobody answered. Whether the server heard the question is not known. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('The server could not be reached', { cause })
    this.name = 'NetworkError'
  }
}

/** No answer of ours: the line is down, or something on the way has answered in the server's stead. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && error.code === undefined)
