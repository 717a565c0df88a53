import type { ErrorBody } from '@postroom/contract/errors'

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
export async function refusalOf(answer: Response): Promise<PostroomRefusal> {
  const body: unknown = await answer.json().catch(() => undefined)
  return new PostroomRefusal(answer.status, typeof body === 'object' && body !== null ? body : {})
}
