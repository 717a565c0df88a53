import type { AnswerOf, CallOf, Endpoint } from '@postroom/contract/endpoint'
import { errorBodySchema, type ErrorCode } from '@postroom/contract/errors'
import { ConnectionError } from './connection-problem.ts'

const TIMEOUT_MS = 10_000

/** The server answered with an error. */
export class ServerRefusal extends Error {
  readonly status: number
  readonly code: ErrorCode
  constructor(status: number, code: string) {
    super(`The server refused: ${code}`)
    this.name = 'ServerRefusal'
    this.status = status
    this.code = code as ErrorCode
  }
}

/**
 * Calls an endpoint of the contract. @throws ServerRefusal; ConnectionError when the answer is not Postroom's; any other error
 * when there is no answer
 */
export async function callServer<E extends Endpoint>(
  server: string,
  endpoint: E,
  call: CallOf<E>,
): Promise<AnswerOf<E>> {
  const { params = {}, body } = call as { params?: Record<string, string>; body?: unknown }
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!))
  const answer = await fetch(`${server}/api${path}`, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const content: unknown = await answer.json().catch(() => undefined)
  if (answer.ok) {
    const parsed = endpoint.responses[200]?.safeParse(content)
    if (!parsed?.success) throw new ConnectionError('wrong_server')
    return parsed.data as AnswerOf<E>
  }
  const refusal = errorBodySchema.safeParse(content)
  if (refusal.success) throw new ServerRefusal(answer.status, refusal.data.code)
  throw new ConnectionError(strangeAnswer(answer.status))
}

/** The problem behind an answer that is not Postroom's, such as that of a reverse proxy in front of a stopped Postroom. */
function strangeAnswer(status: number): ConnectionError['problem'] {
  if (status >= 500) return 'server_fault'
  return status < 400 ? 'redirected' : 'wrong_server'
}
