import type { ErrorBody } from '@postroom/contract/errors'
import type { Answer } from './send-until-done.ts'

/** The server refused a call. `code` is for programs, `message` for people; `request_id` finds the call in the server's log. */
export class PostroomRefusal extends Error {
  readonly status: number
  readonly code: string
  readonly body: Partial<ErrorBody>

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.description ?? `The server answered with status ${status}.`)
    this.name = 'PostroomRefusal'
    this.status = status
    this.code = body.code ?? 'unknown'
    this.body = body
  }
}

/** A proxy may answer with something other than our errors. */
export function refusalOf({ status, bytes }: Answer): PostroomRefusal {
  const body = jsonIn(bytes)
  return new PostroomRefusal(status, typeof body === 'object' && body !== null ? body : {})
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
